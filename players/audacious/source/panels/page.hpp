/*
 * page.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Qt WebEngine in Audacious, and a panel's page: it stays in its folder.
#pragma once

#include <string>

#include <QMessageBox>
#include <QPointer>
#include <QWebEnginePage>

// Registers the scheme of panels and sets the command line of Qt WebEngine. Before the first page, and if possible before the
// QApplication.
void prepare_web_engine();

// Ends the processes that Qt WebEngine keeps for new pages. When Audacious restarts, another program takes the place of this
// one in its process, and they would stay.
void end_web_engine();

// What a page may load: the files of its folder. Each panel has a profile of its own: pages share no storage.
QWebEngineProfile *panel_profile(const QString &panel, const QString &folder);

class PanelPage : public QWebEnginePage {
public:
    PanelPage(QWebEngineProfile *profile, const QString &panel, QObject *parent);

    void begin();
    // The scripts that run in the page before its own. window.fb2k has the functions of these operations: a JSON text, or
    // nothing when no bridge has named them. A page has them, not its profile: those of a profile are lost when the page
    // crashes.
    void set_scripts(const std::string &operations);
    // Asks the user first.
    void open_in_browser(const QUrl &url);

protected:
    bool acceptNavigationRequest(const QUrl &url, NavigationType type, bool is_main_frame) override;
    QWebEnginePage *createWindow(WebWindowType type) override;
    QStringList chooseFiles(FileSelectionMode, const QStringList &, const QStringList &) override { return {}; }
    // A dialog of a page would stop Audacious until it is closed, and crash it when the panel closes before.
    void javaScriptAlert(const QUrl &origin, const QString &message) override;
    bool javaScriptConfirm(const QUrl &, const QString &) override { return false; }
    bool javaScriptPrompt(const QUrl &, const QString &, const QString &, QString *) override { return false; }
    void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message, int line,
                                  const QString &source) override;

private:
    const QString panel_;
    QPointer<QMessageBox> question_;
    QPointer<QWebEnginePage> link_;
};
