/*
 * clipboard.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QUrl>

#include "parts.hpp"

using namespace tonearm;

namespace {

actions::ClipboardRead::Result read_clipboard() {
    const QMimeData *data = QApplication::clipboard()->mimeData();
    actions::ClipboardRead::Result result;
    if (data == nullptr) return result;
    result.hasImage = data->hasImage();
    std::vector<std::string> files;
    for (const QUrl &url : data->urls()) {
        if (url.isLocalFile()) files.push_back(url.toLocalFile().toStdString());
    }
    if (!files.empty()) result.files = std::move(files);
    // Qt answers the urls of files as their text when there is no text.
    if (data->hasFormat("text/plain")) result.text = data->text().toStdString();
    return result;
}

actions::ClipboardWrite::Result write_clipboard(const actions::ClipboardWrite::Params &params) {
    using Format = actions::ClipboardWrite::Params::FormatsItem::Format;
    using Written = actions::ClipboardWrite::Result::WrittenItem;
    auto data = std::make_unique<QMimeData>();
    actions::ClipboardWrite::Result result;
    for (const auto &part : params.formats) {
        if (part.format == Format::text) {
            data->setText(QString::fromStdString(std::get<std::string>(part.data)));
            result.written.push_back(Written::text);
        } else if (part.format == Format::html) {
            data->setHtml(QString::fromStdString(part.fragment.value_or("")));
            result.written.push_back(Written::html);
        } else {
            QList<QUrl> urls;
            for (const auto &path : std::get<std::vector<std::string>>(part.data)) {
                urls.append(QUrl::fromLocalFile(QString::fromStdString(path)));
            }
            data->setUrls(urls);
            result.written.push_back(Written::files);
        }
    }
    QApplication::clipboard()->setMimeData(data.release());
    return result;
}

}  // namespace

void implement_clipboard(Bridge &bridge) {
    bridge.implement<actions::ClipboardRead>([](const auto &) { return read_clipboard(); });
    bridge.implement<actions::ClipboardWrite>(write_clipboard);
}
