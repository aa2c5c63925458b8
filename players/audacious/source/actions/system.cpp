// Copyright (c) 2026 Tonearm contributors. MIT License.
#include <QApplication>
#include <QLocale>
#include <QMainWindow>
#include <QScreen>
#include <QWidget>

#include "actions/actions.hpp"
#include "panels/panels.hpp"
#include "theme.hpp"
#include "window.hpp"

using namespace tonearm;

namespace {

constexpr double dpi_at_scale_1 = 96;

// Dots per inch as pages count them: 96 at the scale 100 %.
std::int64_t dpi_of(const QWidget *widget) {
    const double scale = widget != nullptr ? widget->devicePixelRatioF() : qApp->devicePixelRatio();
    const QScreen *screen = widget != nullptr ? widget->screen() : QApplication::primaryScreen();
    const double logical = screen != nullptr ? screen->logicalDotsPerInch() : dpi_at_scale_1;
    return qRound64(logical * scale);
}

}  // namespace

void implement_system(Bridge &bridge, const Panels &panels) {
    bridge.implement<actions::SystemDisplay>([&panels](const actions::SystemDisplay::Params &, const Panel &panel) {
        const QWidget *widget = panel ? panels.widget(*panel) : nullptr;
        return actions::SystemDisplay::Result{dpi_of(widget != nullptr ? widget : main_window())};
    });
    bridge.implement<actions::SystemLocale>(
        [](const auto &) { return actions::SystemLocale::Result{QLocale().bcp47Name().toStdString()}; });
    bridge.implement<actions::SystemTheme>([](const auto &) {
        const Theme theme = current_theme();
        // The windows of Audacious are opaque.
        return actions::SystemTheme::Result{theme.is_dark, theme.accent.name().toUpper().toStdString(), false};
    });
}
