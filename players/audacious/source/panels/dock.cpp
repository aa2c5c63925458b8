// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/dock.hpp"

#include <QDockWidget>
#include <QMainWindow>

#include "panels/config.hpp"
#include "panels/view.hpp"

PanelDock::PanelDock(Host &host, const QString &id, const QString &folder, std::function<void()> closed,
                     std::function<void()> gone)
    : DockTexts{"tonearm-" + id.toUtf8(), read_panel_config(id).panelName.c_str()},
      DockItem(id_text.constData(), name_text.constData(), new PanelView(host, id, folder)),
      id_(id),
      closed_(std::move(closed)),
      gone_(std::move(gone)) {
    place();
    apply(read_panel_config(id));
}

// Panels are tabs of one dock area until the user moves them.
void PanelDock::place() {
    auto *frame = qobject_cast<QDockWidget *>(widget()->parentWidget());
    if (frame == nullptr || !is_new_panel(id_)) return;
    auto *window = qobject_cast<QMainWindow *>(frame->parentWidget());
    if (window == nullptr) return;
    for (QDockWidget *other : window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
        const bool is_panel = other != frame && qobject_cast<PanelView *>(other->widget()) != nullptr;
        if (!is_panel || other->isFloating()) continue;
        window->tabifyDockWidget(other, frame);
        frame->setFloating(false);
        frame->show();
        frame->raise();
        return;
    }
    window->addDockWidget(Qt::RightDockWidgetArea, frame);
    frame->setFloating(false);
}

PanelDock::~PanelDock() { gone_(); }

PanelView *PanelDock::view() const { return static_cast<PanelView *>(widget()); }

void PanelDock::user_close() {
    // A copy: this is deleted.
    const auto closed = closed_;
    closed();
}

void PanelDock::post_event(const QString &name, const std::string &data) { view()->post_event(name, data); }

void PanelDock::apply(const tonearm::PanelConfig &config) {
    if (QWidget *frame = widget()->parentWidget()) frame->setWindowTitle(QString::fromStdString(config.panelName));
    view()->apply(config);
}
