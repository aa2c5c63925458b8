// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/overlay_rows.hpp"

#include <memory>
#include <vector>

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

using namespace tonearm;

namespace {

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

}  // namespace

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
    const auto buttons = std::make_shared<std::vector<QToolButton *>>();
    const auto show = [buttons](int rating) {
        for (int at = 0; at < stars; ++at) {
            (*buttons)[static_cast<std::size_t>(at)]->setText(at < rating ? QStringLiteral("★") : QStringLiteral("☆"));
        }
    };
    const auto rating = std::make_shared<int>(qRound(row.value.value_or(0)));
    for (int star = 1; star <= stars; ++star) {
        auto *made = button(widget, {});
        made->setAccessibleName(QString::number(star));
        buttons->push_back(made);
        layout->addWidget(made);
        QObject::connect(made, &QToolButton::clicked, widget, [show, rating, changed, star] {
            // A click on the last star removes the rating.
            *rating = *rating == star ? 0 : star;
            show(*rating);
            changed(*rating);
        });
    }
    show(*rating);
    widget->setFocusProxy(buttons->front());
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
