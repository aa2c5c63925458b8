// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/overlay.hpp"

#include <algorithm>

#include <QApplication>
#include <QBuffer>
#include <QCursor>
#include <QIcon>
#include <QImageReader>
#include <QMenu>
#include <QPixmap>
#include <QScreen>
#include <QTimer>
#include <QWidgetAction>

#include "actions/overlay_rows.hpp"
#include "signals.hpp"

using namespace tonearm;

namespace {

constexpr const char *icon_view_box = "0 0 24 24";
// Enough for a menu on a screen of four times the usual scale.
constexpr int icon_size = 64;

QString text(const std::string &utf8) { return QString::fromStdString(utf8); }

// "&" would mark a key.
QString label_of(const std::string &label) { return text(label).replace(QLatin1Char('&'), QLatin1String("&&")); }

QIcon icon_of(const std::variant<std::string, OverlayRow::IconSvg> &icon, const QPalette &palette) {
    QString markup;
    if (const auto *parts = std::get_if<OverlayRow::IconSvg>(&icon)) {
        markup = QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%1\">%2</svg>")
                     .arg(text(parts->viewBox).toHtmlEscaped(), text(parts->content));
    } else {
        markup = text(std::get<std::string>(icon));
        if (!markup.contains(QLatin1String("<svg"))) {
            markup = QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%1\">%2</svg>")
                         .arg(QLatin1String(icon_view_box), markup);
        }
    }
    // Qt paints this colour black.
    markup.replace(QLatin1String("currentColor"), palette.color(QPalette::WindowText).name());
    // A picture may say that it is larger than the memory.
    QByteArray data = markup.toUtf8();
    QBuffer buffer(&data);
    QImageReader reader(&buffer, "svg");
    reader.setScaledSize(reader.size().scaled(icon_size, icon_size, Qt::KeepAspectRatio));
    return QIcon(QPixmap::fromImageReader(&reader));
}

// Pages name pixels of the screen. Qt scales each screen from its corner.
QPoint point_of(std::int64_t x, std::int64_t y) {
    for (const QScreen *screen : QApplication::screens()) {
        const QRect logical = screen->geometry();
        const double scale = screen->devicePixelRatio();
        const QRect pixels(logical.topLeft(), logical.size() * scale);
        const QPoint point(static_cast<int>(x), static_cast<int>(y));
        if (pixels.contains(point)) return logical.topLeft() + (point - logical.topLeft()) / scale;
    }
    return QPoint(static_cast<int>(x), static_cast<int>(y));
}

}  // namespace

Overlay::~Overlay() { delete menu_; }

void Overlay::forget() {
    id_.reset();
    delete menu_;
}

void Overlay::choose(const std::string &item) {
    if (!id_) return;
    const std::string menu = *id_;
    id_.reset();
    signals_.send<player_signals::OverlaySelected>({menu, item});
}

void Overlay::change(const std::string &item, int value) {
    if (id_) signals_.send<player_signals::OverlayValueChanged>({*id_, item, value});
}

void Overlay::dismiss(const char *reason) {
    const std::string menu = *id_;
    id_.reset();
    signals_.send<player_signals::OverlayDismissed>({menu, reason});
}

QAction *Overlay::action_of(QMenu &menu, const OverlayRow &row) {
    const auto changed = [this, id = row.id](int value) { change(id, value); };
    QWidget *widget = nullptr;
    if (row.type == "slider") widget = slider_row(row, changed);
    else if (row.type == "rating") widget = rating_row(row, changed);
    else if (row.type == "segmented") widget = segmented_row(row, changed);
    else if (row.type == "nowplaying") widget = now_playing_row(row);
    if (widget == nullptr) {
        auto *action = new QAction(label_of(row.label), &menu);
        if (row.iconSvg) action->setIcon(icon_of(*row.iconSvg, menu.palette()));
        if (row.checked) {
            action->setCheckable(true);
            action->setChecked(true);
        }
        return action;
    }
    auto *action = new QWidgetAction(&menu);
    action->setDefaultWidget(widget);
    return action;
}

void Overlay::add_rows(QMenu &menu, const std::vector<OverlayRow> &rows) {
    for (const auto &row : rows) {
        if (row.type == "separator") {
            menu.addSeparator();
        } else if (row.submenu) {
            QMenu *submenu = menu.addMenu(label_of(row.label));
            submenu->setEnabled(row.enabled);
            if (row.iconSvg) submenu->setIcon(icon_of(*row.iconSvg, menu.palette()));
            add_rows(*submenu, *row.submenu);
        } else {
            QAction *action = action_of(menu, row);
            action->setEnabled(row.enabled);
            // A row with a value has a widget that takes its keys and clicks.
            const bool is_chosen = row.type != "slider" && row.type != "rating" && row.type != "segmented";
            if (is_chosen) {
                QObject::connect(action, &QAction::triggered, &menu, [this, id = row.id] { choose(id); });
            }
            menu.addAction(action);
        }
    }
}

void Overlay::open(const actions::OverlayOpen::Params &params) {
    forget();
    menu_ = new QMenu();
    id_ = params.menuId;
    add_rows(*menu_, params.items);
    // A menu hides before its chosen action is triggered.
    QObject::connect(menu_, &QMenu::aboutToHide, menu_, [this, id = params.menuId] {
        const char *reason = QApplication::mouseButtons() != Qt::NoButton ? "outside" : "escape";
        QTimer::singleShot(0, menu_, [this, id, reason] {
            if (id_ == id) dismiss(reason);
        });
    });
    menu_->popup(params.x && params.y ? point_of(*params.x, *params.y) : QCursor::pos());
}

void Overlay::implement(Bridge &bridge) {
    bridge.implement<actions::OverlayOpen>([this](const actions::OverlayOpen::Params &params) {
        open(params);
        return actions::OverlayOpen::Result{};
    });
    bridge.implement<actions::OverlayClose>([this](const actions::OverlayClose::Params &params) {
        // The user may have closed it already.
        if (id_ == params.menuId) forget();
        return actions::OverlayClose::Result{};
    });
}
