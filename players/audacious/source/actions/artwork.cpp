// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/artwork.hpp"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>

#include <libaudcore/probe.h>

#include "actions/media_access.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

// Makes the longest side at most `max_size` pixels. A picture that cannot be read stays as it is.
QByteArray scaled(const QByteArray &picture, int max_size) {
    if (max_size <= 0) return picture;
    const QImage image = QImage::fromData(picture);
    if (image.isNull() || std::max(image.width(), image.height()) <= max_size) return picture;
    const QImage small = image.scaled(max_size, max_size, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    QBuffer buffer;
    buffer.open(QBuffer::WriteOnly);
    return small.save(&buffer, image.hasAlphaChannel() ? "PNG" : "JPEG") ? buffer.data() : picture;
}

// The first bytes of JPEG, PNG, GIF and WebP.
bool is_picture(const Index<char> &data) {
    const QByteArray head(data.begin(), std::min(data.len(), 12));
    return head.startsWith("\xff\xd8\xff") || head.startsWith("\x89PNG") || head.startsWith("GIF8") ||
           (head.startsWith("RIFF") && head.mid(8) == "WEBP");
}

}  // namespace

void Artwork::ask(const std::string &uri, Request request) {
    bool is_queued = false;
    const AudArtPtr art = aud_art_request(uri.c_str(), AUD_ART_DATA, &is_queued);
    if (is_queued) {
        waiting_[uri].push_back(std::move(request));
        return;
    }
    const Index<char> *data = art.data();
    if (data == nullptr || !is_picture(*data)) return request.reply(actions::ArtworkGet::Result{});
    threads_.run_apart([picture = QByteArray(data->begin(), data->len()), request] {
        actions::ArtworkGet::Result result;
        result.found = true;
        result.data = scaled(picture, request.max_size).toBase64().toStdString();
        request.reply(result);
    });
}

void Artwork::ready(const char *uri) {
    const auto found = waiting_.find(uri);
    if (found == waiting_.end()) return;
    const auto requests = std::move(found->second);
    waiting_.erase(found);
    for (const Request &request : requests) ask(uri, request);
}

void Artwork::implement(Bridge &bridge) {
    bridge.implement<actions::ArtworkGet>([this](const actions::ArtworkGet::Params &params,
                                                 Reply<actions::ArtworkGet> reply) {
        // Audacious knows the front of an album only.
        if (params.type != actions::ArtworkGet::Params::Type::front) return reply(actions::ArtworkGet::Result{});
        // Audacious would open a stream for its picture.
        std::string path;
        if (!is_local(uri_of(params.handle), path) || !QFileInfo(QString::fromStdString(params.handle.path)).isFile() ||
            !media_problem(params.handle.path, {}).empty()) {
            return reply(actions::ArtworkGet::Result{});
        }
        const auto max_size = std::clamp<std::int64_t>(params.maxSize.value_or(0), 0, 100'000);
        ask(std::string(uri_of(params.handle)), {static_cast<int>(max_size), std::move(reply)});
    });
}
