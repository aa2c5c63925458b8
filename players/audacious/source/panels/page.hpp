// Copyright (c) 2026 Tonearm contributors. MIT License.
// A panel's page: it stays in its folder.
#pragma once

#include <QMessageBox>
#include <QPointer>
#include <QWebEnginePage>

class PanelPage : public QWebEnginePage {
    Q_OBJECT

public:
    PanelPage(QWebEngineProfile *profile, const QString &panel, QObject *parent);

    // Asks the user first.
    void open_in_browser(const QUrl &url);

protected:
    bool acceptNavigationRequest(const QUrl &url, NavigationType type, bool is_main_frame) override;
    QWebEnginePage *createWindow(WebWindowType type) override;
    QStringList chooseFiles(FileSelectionMode mode, const QStringList &old, const QStringList &types) override;
    // A dialog of a page would stop Audacious until it is closed, and crash it when the panel closes before.
    void javaScriptAlert(const QUrl &origin, const QString &message) override;
    bool javaScriptConfirm(const QUrl &origin, const QString &message) override;
    bool javaScriptPrompt(const QUrl &origin, const QString &message, const QString &text, QString *result) override;
    void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message, int line,
                                  const QString &source) override;

private:
    const QString panel_;
    QPointer<QMessageBox> question_;
    QPointer<QWebEnginePage> link_;
};
