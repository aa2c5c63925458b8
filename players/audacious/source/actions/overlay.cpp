/*
 * overlay.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The menus of pages, shown as Qt menus.
#include <map>

#include <QApplication>
#include <QBuffer>
#include <QButtonGroup>
#include <QCursor>
#include <QHBoxLayout>
#include <QImageReader>
#include <QLabel>
#include <QMenu>
#include <QScreen>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <QXmlStreamReader>

#include "host.hpp"
#include "parts.hpp"

using namespace tonearm;

namespace {

// Enough for a menu on a screen of four times the usual scale.
constexpr int icon_size = 64;

// "&" would mark a key.
QString label_of(const OverlayRow &row) { return QString::fromStdString(row.label).replace('&', "&&"); }

// Whether a picture names no other file. Qt would open one for an image or a style sheet, and a pipe has no end.
bool is_complete(const QByteArray &svg) {
    QXmlStreamReader xml(svg);
    // As Qt reads pictures.
    xml.setNamespaceProcessing(false);
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::ProcessingInstruction) return false;
        if (token == QXmlStreamReader::StartElement && xml.name().endsWith(QLatin1String("image"))) return false;
    }
    return !xml.hasError();
}

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
    QByteArray data = markup.toUtf8();
    if (!is_complete(data)) return {};
    // A picture may say that it is larger than the memory.
    QBuffer buffer(&data);
    QImageReader reader(&buffer, "svg");
    reader.setScaledSize(reader.size().scaled(icon_size, icon_size, Qt::KeepAspectRatio));
    return QIcon(QPixmap::fromImageReader(&reader));
}

// Pages name pixels of the screen. Qt scales each screen from its corner.
QPoint point_of(std::int64_t x, std::int64_t y) {
    const QPoint point(static_cast<int>(x), static_cast<int>(y));
    for (const QScreen *screen : QApplication::screens()) {
        const QPoint corner = screen->geometry().topLeft();
        const double scale = screen->devicePixelRatio();
        if (QRect(corner, screen->size() * scale).contains(point)) return corner + (point - corner) / scale;
    }
    return point;
}

// Called with the new value when the user changes it.
using ValueChanged = std::function<void(int value)>;

QLabel *label_in(QWidget *row, const std::string &text) {
    auto *label = new QLabel(QString::fromStdString(text));
    label->setTextFormat(Qt::PlainText);
    row->layout()->addWidget(label);
    return label;
}

QToolButton *button_in(QWidget *row, QButtonGroup *group, const QString &label) {
    auto *button = new QToolButton;
    button->setText(label);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    group->addButton(button, static_cast<int>(group->buttons().size()));
    row->layout()->addWidget(button);
    return button;
}

void add_slider(QWidget *row, const OverlayRow &params, ValueChanged changed) {
    auto *slider = new QSlider(Qt::Horizontal);
    slider->setRange(qRound(params.min.value_or(0)), qRound(params.max.value_or(100)));
    slider->setValue(qRound(params.value.value_or(0)));
    slider->setAccessibleName(QString::fromStdString(params.label));
    QObject::connect(slider, &QSlider::valueChanged, row, std::move(changed));
    row->layout()->addWidget(slider);
    row->setFocusProxy(slider);
}

void add_stars(QWidget *row, const OverlayRow &params, ValueChanged changed) {
    auto *group = new QButtonGroup(row);
    for (int star = 1; star <= 5; ++star) button_in(row, group, {})->setAccessibleName(QString::number(star));
    const auto show = [group](int rating) {
        for (QAbstractButton *each : group->buttons()) each->setText(group->id(each) < rating ? "★" : "☆");
    };
    show(qRound(params.value.value_or(0)));
    QObject::connect(group, &QButtonGroup::idClicked, row,
                     [show, changed, rating = qRound(params.value.value_or(0))](int at) mutable {
                         // A click on the last star removes the rating.
                         rating = rating == at + 1 ? 0 : at + 1;
                         show(rating);
                         changed(rating);
                     });
    row->setFocusProxy(group->button(0));
}

void add_segments(QWidget *row, const OverlayRow &params, ValueChanged changed) {
    auto *group = new QButtonGroup(row);
    for (const auto &segment : params.segments.value_or(std::vector<OverlayRow::SegmentsItem>())) {
        auto *button = button_in(row, group, QString::fromStdString(segment.label));
        button->setCheckable(true);
        button->setEnabled(segment.enabled);
    }
    if (auto *chosen = group->button(qRound(params.value.value_or(-1)))) chosen->setChecked(true);
    QObject::connect(group, &QButtonGroup::idClicked, row, std::move(changed));
    row->setFocusProxy(group->button(0));
}

QWidget *now_playing_row(const OverlayRow &row) {
    auto *widget = new QWidget;
    new QVBoxLayout(widget);
    label_in(widget, row.title.value_or(row.label))->setStyleSheet("font-weight: bold");
    if (!row.subtitle.value_or("").empty()) label_in(widget, *row.subtitle);
    return widget;
}

class Overlay : public QObject {
public:
    Overlay(Bridge &bridge, Host &host) : bridge_(bridge) {
        bridge.implement<actions::OverlayOpen>([this](const auto &params) { open(params); });
        bridge.implement<actions::OverlayClose>([this](const auto &params) {
            // The user may have closed it already.
            if (id_ == params.menuId) forget();
        });
        connect(&host, &Host::bridgeEnded, this, &Overlay::forget);
    }

private:
    void open(const actions::OverlayOpen::Params &params) {
        forget();
        menu_ = std::make_unique<QMenu>();
        id_ = params.menuId;
        add_rows(*menu_, params.items);
        // A menu hides before its chosen action is triggered.
        connect(menu_.get(), &QMenu::aboutToHide, menu_.get(), [this] {
            const char *reason = QApplication::mouseButtons() != Qt::NoButton ? "outside" : "escape";
            QTimer::singleShot(0, menu_.get(), [this, reason] {
                if (const auto id = std::exchange(id_, {})) bridge_.signal<player_signals::OverlayDismissed>({*id, reason});
            });
        });
        menu_->popup(params.x && params.y ? point_of(*params.x, *params.y) : QCursor::pos());
    }

    void forget() {
        id_.reset();
        menu_.reset();
    }

    void add_rows(QMenu &menu, const std::vector<OverlayRow> &rows) {
        for (const auto &row : rows) {
            if (row.type == "separator") menu.addSeparator();
            else if (row.submenu) add_rows(*menu.addMenu(icon_of(row, menu.palette()), label_of(row)), *row.submenu);
            else add_row(menu, row);
            menu.actions().back()->setEnabled(row.enabled);
        }
    }

    void add_row(QMenu &menu, const OverlayRow &row) {
        const auto changed = [this, id = row.id](int value) {
            if (id_) bridge_.signal<player_signals::OverlayValueChanged>({*id_, id, value});
        };
        const std::map<std::string, decltype(&add_slider)> controls = {
            {"slider", add_slider}, {"rating", add_stars}, {"segmented", add_segments}};
        const auto control = controls.find(row.type);
        auto *action = new QWidgetAction(&menu);
        if (control != controls.end()) {
            auto *widget = new QWidget;
            // The menu would close at a click beside the control.
            widget->setAttribute(Qt::WA_NoMousePropagation);
            auto *layout = new QHBoxLayout(widget);
            label_in(widget, row.label);
            layout->addStretch();
            control->second(widget, row, changed);
            action->setDefaultWidget(widget);
        } else if (row.type == "nowplaying") {
            action->setDefaultWidget(now_playing_row(row));
        } else {
            action->setText(label_of(row));
            action->setIcon(icon_of(row, menu.palette()));
            action->setCheckable(row.checked);
            action->setChecked(row.checked);
        }
        // A control takes the keys and clicks.
        if (control == controls.end()) connect(action, &QAction::triggered, &menu, [this, item = row.id] {
            if (const auto id = std::exchange(id_, {})) bridge_.signal<player_signals::OverlaySelected>({*id, item});
        });
        menu.addAction(action);
    }

    Bridge &bridge_;
    std::unique_ptr<QMenu> menu_;
    // The open menu.
    std::optional<std::string> id_;
};

}  // namespace

Part make_overlay(Bridge &bridge, Host &host) { return std::make_shared<Overlay>(bridge, host); }
