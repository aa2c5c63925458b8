/*
 * channel.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "panels/channel.hpp"

#include <QPointer>

#include "host.hpp"

using namespace tonearm;

namespace {

std::string answer_to(double id, const Outcome<std::string> &outcome) {
    const std::string head = "{\"id\":" + text_of(Json(id)) + ",";
    if (outcome) return head + "\"result\":" + *outcome + "}";
    const Json error = {{"code", outcome.error().code}, {"message", outcome.error().message}};
    return head + "\"error\":" + text_of(error) + "}";
}

}  // namespace

PageChannel::PageChannel(Host &host, const QString &panel, QObject *parent)
    : QObject(parent), host_(host), panel_(panel.toStdString()) {}

void PageChannel::forget_page() {
    ++page_;
    if (has_called_ && host_.bridge() != nullptr) host_.bridge()->panel_closed(panel_);
    has_called_ = false;
    listens_ = false;
}

int PageChannel::begin_page() {
    forget_page();
    listens_ = true;
    return page_;
}

void PageChannel::post(int page, double id, const QString &method, const QString &params) {
    if (page != page_ || !listens_) return;
    const auto answer = [self = QPointer(this), page, id](const Outcome<std::string> &outcome) {
        if (self && self->page_ == page) Q_EMIT self->message(page, QString::fromStdString(answer_to(id, outcome)));
    };
    if (host_.bridge() == nullptr) return answer(Error{error_codes::bridge_gone, "The bridge is not running"});
    has_called_ = true;
    host_.forward(method.toStdString(), params.toStdString(), panel_, answer);
}

void PageChannel::post_event(const QString &name, const std::string &data) {
    if (!listens_) return;
    Q_EMIT message(page_, QString::fromStdString("{\"event\":" + text_of(Json(name.toStdString())) + ",\"data\":" + data + "}"));
}
