/*
 * overlay.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The menus of pages, shown as Qt menus.
#include <functional>
#include <optional>
#include <vector>

#include <QApplication>
#include <QBuffer>
#include <QButtonGroup>
#include <QCursor>
#include <QHBoxLayout>
#include <QIcon>
#include <QImageReader>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPixmap>
#include <QPointer>
#include <QScreen>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include "host.hpp"
#include "parts.hpp"

using namespace tonearm;

namespace {

// Enough for a menu on a screen of four times the usual scale.
constexpr int icon_size = 64;

// "&" would mark a key.
QString label_of(const OverlayRow &row) { return QString::fromStdString(row.label).replace('&', "&&"); }

QIcon icon_of(const OverlayRow &row, const QPalette &palette) {
    if (!row.iconSvg) return {};
    const auto *parts = std::get_if<OverlayRow::IconSvg>(&*row.iconSvg);
    QString markup = QString::fromStdString(parts != nullptr ? parts->content : std::get<std::string>(*row.iconSvg));
    if (parts != nullptr || !markup.contains("<svg")) {
        const QString box = parts != nullptr ? QString::fromStdString(parts->viewBox).toHtmlEscaped() : "0 0 24 24";
        markup = QString("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%1\">%2</svg>").arg(box, markup);
    }
    // Qt paints this colour black.
    markup.replace("currentColor", palette.color(QPalette::WindowText).name());
    // A picture may say that it is larger than the memory.
    QByteArray data = markup.toUtf8();
    QBuffer buffer(&data);
    QImageReader reader(&buffer, "svg");
    reader.setScaledSize(reader.size().scaled(icon_size, icon_size, Qt::KeepAspectRatio));
    return QIcon(QPixmap::fromImageReader(&reader));
}

// Pages name pixels of the screen. Qt scales each screen from its corner.
QPoint point_of(std::int64_t x, std::int64_t y) {
    const QPoint point(static_cast<int>(x), static_cast<int>(y));
    for (const QScreen *screen : QApplication::screens()) {
        const QRect logical = screen->geometry();
        const double scale = screen->devicePixelRatio();
        const QRect pixels(logical.topLeft(), logical.size() * scale);
        if (pixels.contains(point)) return logical.topLeft() + (point - logical.topLeft()) / scale;
    }
    return point;
}

// Called with the new value when the user changes it.
using ValueChanged = std::function<void(int value)>;

constexpr int stars = 5;

// Keeps the clicks beside its control from the menu, which would close.
class Row : public QWidget {
protected:
    void mousePressEvent(QMouseEvent *event) override { event->accept(); }
    void mouseReleaseEvent(QMouseEvent *event) override { event->accept(); }
};

// A row with a label; the control follows.
QWidget *row_with_label(const std::string &label, QHBoxLayout *&layout) {
    auto *widget = new Row;
    layout = new QHBoxLayout(widget);
    auto *name = new QLabel(QString::fromStdString(label), widget);
    name->setTextFormat(Qt::PlainText);
    layout->addWidget(name);
    layout->addStretch();
    return widget;
}

QToolButton *button(QWidget *parent, const QString &label) {
    auto *made = new QToolButton(parent);
    made->setText(label);
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::StrongFocus);
    return made;
}

QWidget *slider_row(const OverlayRow &row, ValueChanged changed) {
    QHBoxLayout *layout;
    QWidget *widget = row_with_label(row.label, layout);
    auto *slider = new QSlider(Qt::Horizontal, widget);
    slider->setRange(qRound(row.min.value_or(0)), qRound(row.max.value_or(100)));
    slider->setValue(qRound(row.value.value_or(0)));
    slider->setAccessibleName(QString::fromStdString(row.label));
    QObject::connect(slider, &QSlider::valueChanged, widget, std::move(changed));
    layout->addWidget(slider, 1);
    widget->setFocusProxy(slider);
    return widget;
}

QWidget *rating_row(const OverlayRow &row, ValueChanged changed) {
    QHBoxLayout *layout;
    QWidget *widget = row_with_label(row.label, layout);
    auto *group = new QButtonGroup(widget);
    for (int star = 1; star <= stars; ++star) {
        auto *made = button(widget, {});
        made->setAccessibleName(QString::number(star));
        group->addButton(made, star);
        layout->addWidget(made);
    }
    const auto show = [group](int rating) {
        for (QAbstractButton *each : group->buttons()) each->setText(group->id(each) <= rating ? "★" : "☆");
    };
    show(qRound(row.value.value_or(0)));
    QObject::connect(group, &QButtonGroup::idClicked, widget,
                     [show, changed, rating = qRound(row.value.value_or(0))](int star) mutable {
                         // A click on the last star removes the rating.
                         rating = rating == star ? 0 : star;
                         show(rating);
                         changed(rating);
                     });
    widget->setFocusProxy(group->button(1));
    return widget;
}

QWidget *segmented_row(const OverlayRow &row, ValueChanged changed) {
    QHBoxLayout *layout;
    QWidget *widget = row_with_label(row.label, layout);
    auto *group = new QButtonGroup(widget);
    const auto segments = row.segments.value_or(std::vector<OverlayRow::SegmentsItem>());
    for (std::size_t at = 0; at < segments.size(); ++at) {
        auto *made = button(widget, QString::fromStdString(segments[at].label));
        made->setCheckable(true);
        made->setEnabled(segments[at].enabled);
        group->addButton(made, static_cast<int>(at));
        layout->addWidget(made);
        if (at == 0) widget->setFocusProxy(made);
    }
    if (auto *chosen = group->button(qRound(row.value.value_or(-1)))) chosen->setChecked(true);
    QObject::connect(group, &QButtonGroup::idClicked, widget, std::move(changed));
    return widget;
}

QWidget *now_playing_row(const OverlayRow &row) {
    auto *widget = new QWidget;
    auto *layout = new QVBoxLayout(widget);
    auto *title = new QLabel(QString::fromStdString(row.title.value_or(row.label)), widget);
    auto *subtitle = new QLabel(QString::fromStdString(row.subtitle.value_or("")), widget);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    for (QLabel *label : {title, subtitle}) {
        label->setTextFormat(Qt::PlainText);
        layout->addWidget(label);
    }
    subtitle->setVisible(!subtitle->text().isEmpty());
    return widget;
}

class Overlay : public QObject, public Part {
public:
    Overlay(Signals &signals, Host &host) : signals_(signals) { connect(&host, &Host::bridgeEnded, this, &Overlay::forget); }
    ~Overlay() override { delete menu_; }

    void implement(Bridge &bridge) override {
        bridge.implement<actions::OverlayOpen>([this](const auto &params) { open(params); });
        bridge.implement<actions::OverlayClose>([this](const auto &params) {
            // The user may have closed it already.
            if (id_ == params.menuId) forget();
        });
    }

private:
    void open(const actions::OverlayOpen::Params &params) {
        forget();
        menu_ = new QMenu();
        id_ = params.menuId;
        add_rows(*menu_, params.items);
        // A menu hides before its chosen action is triggered.
        connect(menu_, &QMenu::aboutToHide, menu_, [this, id = params.menuId] {
            const char *reason = QApplication::mouseButtons() != Qt::NoButton ? "outside" : "escape";
            QTimer::singleShot(0, menu_, [this, id, reason] {
                if (id_ != id) return;
                id_.reset();
                signals_.send<player_signals::OverlayDismissed>({id, reason});
            });
        });
        menu_->popup(params.x && params.y ? point_of(*params.x, *params.y) : QCursor::pos());
    }

    void forget() {
        id_.reset();
        delete menu_;
    }

    void add_rows(QMenu &menu, const std::vector<OverlayRow> &rows) {
        for (const auto &row : rows) {
            if (row.type == "separator") {
                menu.addSeparator();
            } else if (row.submenu) {
                QMenu *submenu = menu.addMenu(icon_of(row, menu.palette()), label_of(row));
                submenu->setEnabled(row.enabled);
                add_rows(*submenu, *row.submenu);
            } else {
                add_row(menu, row);
            }
        }
    }

    void add_row(QMenu &menu, const OverlayRow &row) {
        const auto changed = [this, id = row.id](int value) {
            if (id_) signals_.send<player_signals::OverlayValueChanged>({*id_, id, value});
        };
        QWidget *widget = nullptr;
        if (row.type == "slider") widget = slider_row(row, changed);
        else if (row.type == "rating") widget = rating_row(row, changed);
        else if (row.type == "segmented") widget = segmented_row(row, changed);
        // A widget with a value takes the keys and clicks.
        const bool is_chosen = widget == nullptr;
        if (row.type == "nowplaying") widget = now_playing_row(row);
        auto *action = new QWidgetAction(&menu);
        if (widget != nullptr) {
            action->setDefaultWidget(widget);
        } else {
            action->setText(label_of(row));
            action->setIcon(icon_of(row, menu.palette()));
            action->setCheckable(row.checked);
            action->setChecked(row.checked);
        }
        action->setEnabled(row.enabled);
        if (is_chosen) connect(action, &QAction::triggered, &menu, [this, id = row.id] { choose(id); });
        menu.addAction(action);
    }

    void choose(const std::string &item) {
        if (!id_) return;
        const std::string menu = *id_;
        id_.reset();
        signals_.send<player_signals::OverlaySelected>({menu, item});
    }

    Signals &signals_;
    QPointer<QMenu> menu_;
    // The open menu.
    std::optional<std::string> id_;
};

}  // namespace

std::unique_ptr<Part> make_overlay(Signals &signals, Host &host) { return std::make_unique<Overlay>(signals, host); }
