// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "stream_question.hpp"

#include <libaudcore/i18n.h>

#include "actions/media_access.hpp"
#include "settings.hpp"

void StreamQuestion::ask(const std::string &panel, const std::string &path) {
    if (question_ != nullptr || refused_.count(panel) > 0) return;
    const std::string host = stream_host(path);
    if (panel.empty() || host.empty() || settings::may_stream(panel, host)) return;
    const QString text = QString::fromUtf8(_("The panel %1 wants to play streams from this host:"))
                             .arg(QString::fromStdString(panel));
    question_ = new QMessageBox(QMessageBox::Question, QString::fromUtf8(_("Play streams?")), text,
                                QMessageBox::Yes | QMessageBox::No);
    question_->setAttribute(Qt::WA_DeleteOnClose);
    question_->setWindowModality(Qt::NonModal);
    question_->setTextFormat(Qt::PlainText);
    question_->setDefaultButton(QMessageBox::No);
    question_->setEscapeButton(QMessageBox::No);
    question_->setInformativeText(QString::fromStdString(host));
    QObject::connect(question_, &QMessageBox::finished, question_, [this, panel, host](int answer) {
        if (answer == QMessageBox::Yes) settings::permit_streams(panel, host);
        else refused_.insert(panel);
    });
    question_->show();
}
