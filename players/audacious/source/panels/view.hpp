// Copyright (c) 2026 Tonearm contributors. MIT License.
// A panel's page, or the message in its place.
#pragma once

#include <QPointer>
#include <QStackedWidget>
#include <QString>

#include <tonearm/shapes.hpp>

class FolderWatch;
class Host;
class PageChannel;
class PanelPage;
class QLabel;
class QPushButton;
class QWebEngineProfile;
class QWebEngineView;

class PanelView : public QStackedWidget {
    Q_OBJECT

public:
    PanelView(Host &host, const QString &id, const QString &folder);
    ~PanelView() override;

    QSize sizeHint() const override { return {330, 420}; }
    QSize minimumSizeHint() const override { return {150, 100}; }

    void post_event(const QString &name, const std::string &data);
    void apply(const tonearm::PanelConfig &config);

protected:
    void changeEvent(QEvent *event) override;

private:
    void make_page();
    void reload();
    void set_scripts();
    void set_background();
    void show_message(const QString &text, const QString &button, std::function<void()> action);
    void show_bridge_problem();
    void crashed();
    void open_developer_tools();

    Host &host_;
    const QString id_;
    QWebEngineProfile *profile_;
    QWebEngineView *view_;
    PanelPage *page_ = nullptr;
    PageChannel *channel_;
    FolderWatch *watch_;
    QPointer<QWidget> message_;
    QPointer<QWebEngineView> developer_tools_;
    // The palette and the font that the scripts have.
    QString theme_;
    bool is_begun_ = false;
    bool is_crashed_ = false;
    bool is_loading_ = true;
    bool is_transparent_ = false;
};
