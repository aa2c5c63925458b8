/*
 * dialogs.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The dialogs of panels. Each panel has at most one, and Audacious can be used beside them.
#include <map>
#include <memory>

#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMainWindow>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

#include "desktop.hpp"
#include "host.hpp"
#include "parts.hpp"
#include "settings.hpp"

using namespace tonearm;

namespace {

using Params = actions::UiDialog::Params;
using Result = actions::UiDialog::Result;
using Kind = Params::Kind;
// The answer of the user, or none when the dialog or its window closes first.
using Answer = std::shared_ptr<Result>;

// More of a message would not fit on the screen.
constexpr int longest_message = 2000, most_lines = 30;

QString text(const std::optional<std::string> &utf8) { return QString::fromStdString(utf8.value_or("")); }

QString message_of(const Params &params) {
    const QString whole = text(params.message);
    QString shown = whole.left(longest_message).section('\n', 0, most_lines - 1);
    if (shown.size() < whole.size()) shown += QChar(0x2026);
    return shown;
}

QDialog *confirm(const Params &params, const Answer &answer) {
    static const std::map<Params::Type, QMessageBox::Icon> icons = {{Params::Type::info, QMessageBox::Information},
                                                                    {Params::Type::warning, QMessageBox::Warning},
                                                                    {Params::Type::error, QMessageBox::Critical},
                                                                    {Params::Type::question, QMessageBox::Question}};
    auto *dialog = new QMessageBox(icons.at(params.type.value_or(Params::Type::question)), {}, message_of(params),
                                   QMessageBox::NoButton, main_window());
    dialog->setTextFormat(Qt::PlainText);
    std::int64_t at = 0;
    for (const std::string &label : params.buttons.value_or(std::vector<std::string>{})) {
        // "&" would mark a key.
        auto *button = dialog->addButton(text(label).replace('&', "&&"), QMessageBox::ActionRole);
        if (at == params.defaultButton) dialog->setDefaultButton(button);
        QObject::connect(button, &QPushButton::clicked, dialog, [answer, at] { answer->button = at; });
        ++at;
    }
    // Escape closes it without an answer. The box shows its buttons at each one that is added.
    auto *none = dialog->addButton(QMessageBox::Cancel);
    dialog->setEscapeButton(none);
    none->hide();
    return dialog;
}

QDialog *prompt(const Params &params, const Answer &answer) {
    auto *dialog = new QInputDialog(main_window());
    dialog->setTextValue(text(params.value));
    dialog->setLabelText(message_of(params));
    for (QLabel *label : dialog->findChildren<QLabel *>()) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    QObject::connect(dialog, &QInputDialog::textValueSelected, dialog,
                     [answer](const QString &value) { answer->value = value.toStdString(); });
    return dialog;
}

QDialog *choose(const Params &params, const Answer &answer) {
    auto *dialog = new QFileDialog(main_window());
    dialog->setOption(QFileDialog::ShowDirsOnly, params.kind == Kind::openFolder);
    if (params.kind == Kind::saveFile) dialog->setAcceptMode(QFileDialog::AcceptSave);
    else if (params.kind == Kind::openFolder) dialog->setFileMode(QFileDialog::Directory);
    else dialog->setFileMode(params.multiple.value_or(false) ? QFileDialog::ExistingFiles : QFileDialog::ExistingFile);
    QStringList filters;
    for (const auto &filter : params.filters.value_or(std::vector<Params::FiltersItem>())) {
        QStringList patterns;
        for (const std::string &extension : filter.extensions) patterns.append("*." + text(extension));
        filters.append(QString("%1 (%2)").arg(text(filter.name), patterns.isEmpty() ? "*" : patterns.join(' ')));
    }
    if (!filters.isEmpty()) dialog->setNameFilters(filters);
    if (const QFileInfo path(text(params.path)); path.isAbsolute()) {
        dialog->setDirectory(path.isDir() ? path.filePath() : path.path());
        if (path.isFile()) dialog->selectFile(path.fileName());
    }
    // The name of a page is no path.
    if (const QString name = QFileInfo(text(params.name)).fileName(); !name.isEmpty()) dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::filesSelected, dialog, [answer](const QStringList &files) {
        answer->paths.emplace();
        for (const QString &file : files) answer->paths->push_back(file.toStdString());
    });
    return dialog;
}

class Dialogs : public QObject {
public:
    Dialogs(Bridge &bridge, Host &host) {
        bridge.implement<actions::UiDialog>([this](const auto &params, const auto &reply, const Panel &panel) {
            QPointer<QDialog> &open = open_[panel];
            if (params.kind == Kind::close) {
                if (open != nullptr) open->reject();
                return reply(Result{});
            }
            if (open != nullptr) throw Error{error_codes::internal, "A dialog of this panel is open"};
            const auto answer = std::make_shared<Result>();
            open = params.kind == Kind::confirm  ? confirm(params, answer)
                   : params.kind == Kind::prompt ? prompt(params, answer)
                                                 : choose(params, answer);
            const QString title = text(params.title);
            open->setWindowTitle(panel ? QString("%1 \u2013 %2").arg(title, settings::panel_title(text(panel))) : title);
            open->setAttribute(Qt::WA_DeleteOnClose);
            open->setWindowModality(Qt::NonModal);
            QObject::connect(open, &QObject::destroyed, [reply, answer] { reply(*answer); });
            open->show();
            open->raise();
            open->activateWindow();
        });
        connect(&host, &Host::bridgeEnded, this, &Dialogs::close_all);
    }
    ~Dialogs() override { close_all(); }

private:
    // Closes all dialogs without an answer.
    void close_all() {
        for (const auto &[panel, dialog] : open_) delete dialog.data();
        open_.clear();
    }

    // The open dialogs by panel. Audacious's window deletes those that it contains.
    std::map<Panel, QPointer<QDialog>> open_;
};

}  // namespace

Part make_dialogs(Bridge &bridge, Host &host) { return std::make_shared<Dialogs>(bridge, host); }
