/*
 * artwork.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The native action of the extension `artwork`.
#include <algorithm>
#include <functional>
#include <map>

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImage>

#include <libaudcore/hook.h>
#include <libaudcore/probe.h>

#include "actions/media_access.hpp"
#include "parts.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

// The largest picture file that is read, in bytes.
constexpr qint64 max_picture = 64 << 20;

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
bool is_picture(const QByteArray &data) {
    return data.startsWith("\xff\xd8\xff") || data.startsWith("\x89PNG") || data.startsWith("GIF8") ||
           (data.startsWith("RIFF") && data.mid(8, 4) == "WEBP");
}

// Returns the picture in a track, or that in the cover file that Audacious has found for it.
QByteArray picture_of(const std::string &track, const std::string &cover, const QByteArray &embedded) {
    QFile file(QString::fromStdString(cover));
    // Audacious may have written the embedded picture to a temporary file.
    if (cover.empty() || QFileInfo(file).fileName().startsWith("audacious-temp-")) return embedded;
    const bool is_allowed = is_beside(file.fileName(), QFileInfo(QString::fromStdString(track)));
    return is_allowed && file.open(QFile::ReadOnly) ? file.read(max_picture) : QByteArray();
}

class Artwork {
public:
    Artwork(Bridge &bridge, Threads &threads) : threads_(threads) {
        bridge.implement<actions::ArtworkGet>([this](const auto &params, const auto &reply) {
            const String uri = uri_of(params.handle);
            // Audacious knows the front of an album only, and would open a stream for its picture.
            if (params.type != actions::ArtworkGet::Params::Type::front || !local_path(uri) ||
                !QFileInfo(QString::fromStdString(params.handle.path)).isFile() ||
                !media_problem(params.handle.path, {}).empty()) {
                return reply(actions::ArtworkGet::Result{});
            }
            const auto max_size = std::clamp<std::int64_t>(params.maxSize.value_or(0), 0, 100'000);
            ask(std::string(uri), static_cast<int>(max_size), reply);
        });
    }

private:
    void ask(const std::string &uri, int max_size, const Reply<actions::ArtworkGet> &reply) {
        bool is_queued = false;
        // Without a format, Audacious does not read the cover file, which could be a pipe.
        const AudArtPtr art = aud_art_request(uri.c_str(), 0, &is_queued);
        if (is_queued) return waiting_[uri].push_back([this, uri, max_size, reply] { ask(uri, max_size, reply); });
        const Index<char> *data = art.data();
        const QByteArray embedded = data != nullptr ? QByteArray(data->begin(), data->len()) : QByteArray();
        const auto track = local_path(uri.c_str()), cover = art.file() != nullptr ? local_path(art.file()) : std::nullopt;
        threads_.answer_apart(reply, [track, cover, embedded, max_size] {
            const QByteArray picture = picture_of(*track, cover.value_or(""), embedded);
            actions::ArtworkGet::Result result;
            result.found = is_picture(picture);
            if (result.found) result.data = scaled(picture, max_size).toBase64().toStdString();
            return result;
        });
    }

    void ready(const char *uri) {
        const auto requests = waiting_.extract(uri);
        if (requests.empty()) return;
        for (const auto &ask_again : requests.mapped()) ask_again();
    }

    Threads &threads_;
    // Waiting for Audacious, by URI.
    std::map<std::string, std::vector<std::function<void()>>> waiting_;
    const HookReceiver<Artwork, const char *> ready_{"art ready", this, &Artwork::ready};
};

}  // namespace

Part make_artwork(Bridge &bridge, Threads &threads) { return std::make_shared<Artwork>(bridge, threads); }
