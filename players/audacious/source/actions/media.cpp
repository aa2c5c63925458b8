// Copyright (c) 2026 Tonearm contributors. MIT License.
#include <functional>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QUrl>

#include <libaudcore/plugin.h>
#include <libaudcore/probe.h>

#include "actions/actions.hpp"
#include "actions/media_access.hpp"
#include "stream_question.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

// The maximum number of files and folders that a call reads.
constexpr int max_files = 100'000;
// The largest file that counts as lyrics, in bytes.
constexpr qint64 max_lyrics = 1 << 20;

struct TooMany {};

// Finds the tracks behind paths. Runs on a thread of its own.
class Resolver {
public:
    explicit Resolver(std::string panel) : panel_(std::move(panel)) {}

    std::vector<Handle> resolve(const std::variant<std::string, Handle> &entry) {
        found_.clear();
        if (const auto *handle = std::get_if<Handle>(&entry)) {
            if (handle->subsong.value_or(0) > 0) add_song(*handle);
            else add(handle->path);
        } else {
            add(std::get<std::string>(entry));
        }
        return std::move(found_);
    }

private:
    bool is_denied(const std::string &path) const { return !media_problem(path, panel_).empty(); }

    // A song in a file with several.
    void add_song(const Handle &handle) {
        const std::string uri(uri_of(handle));
        std::string path;
        if (is_denied(handle.path) || !is_local(uri.c_str(), path)) return;
        Tuple tuple;
        if (read(uri.c_str(), handle.path, tuple)) found_.push_back(handle);
    }

    void add(const std::string &given) {
        if (is_denied(given)) return;
        const String uri = uri_of(given);
        std::string local;
        if (!is_local(uri, local)) {
            // Audacious opens streams when it plays them.
            found_.push_back({std::string(uri), 0});
            return;
        }
        const QString path = QDir::cleanPath(QString::fromStdString(local));
        const QFileInfo file(path);
        if (file.isDir()) add_folder(path);
        else if (file.isFile() && Playlist::filename_is_playlist(uri)) add_playlist(path);
        else if (file.isFile()) add_file(path);
        else add_wildcard(path);
    }

    void count() {
        if (++files_ > max_files) throw TooMany{};
    }

    void add_file(const QString &path) {
        count();
        // Opening a pipe would wait for a writer.
        if (is_denied(path.toStdString()) || !QFileInfo(path).isFile()) return;
        const std::string uri(uri_of(path.toStdString()));
        VFSFile file;
        PluginHandle *decoder = aud_file_find_decoder(uri.c_str(), true, file);
        if (decoder == nullptr) return;
        Handle handle{path.toStdString(), 0};
        const auto *plugin = static_cast<const InputPlugin *>(aud_plugin_get_header(decoder));
        Tuple tuple;
        const bool may_have_songs = plugin != nullptr && (plugin->input_info.flags & InputPlugin::FlagSubtunes) != 0;
        if (may_have_songs && aud_file_read_tag(uri.c_str(), decoder, file, tuple) && tuple.get_n_subtunes() > 0) {
            for (short at = 0; at < tuple.get_n_subtunes(); ++at) {
                handle.subsong = tuple.get_nth_subtune(at);
                found_.push_back(handle);
            }
        } else {
            found_.push_back(handle);
        }
    }

    void add_folder(const QString &path) {
        count();
        const QDir folder(path);
        const auto filters = QDir::AllEntries | QDir::NoDotAndDotDot;
        for (const QFileInfo &entry : folder.entryInfoList(filters, QDir::Name | QDir::DirsLast | QDir::LocaleAware)) {
            if (!entry.isDir()) add_file(entry.filePath());
            else if (!entry.isSymLink()) add_folder(entry.filePath());
        }
    }

    // `*` and `?` in the last part of a path.
    void add_wildcard(const QString &path) {
        const QFileInfo pattern(path);
        if (!pattern.fileName().contains(QRegularExpression(QStringLiteral("[*?]")))) return;
        const QDir folder(pattern.path());
        for (const QString &name : folder.entryList({pattern.fileName()}, QDir::Files, QDir::Name | QDir::LocaleAware)) {
            add_file(folder.filePath(name));
        }
    }

    // The tracks of a local M3U or PLS file. Audacious itself opens other playlist files when they are added.
    void add_playlist(const QString &path) {
        count();
        const bool is_pls = path.endsWith(QLatin1String(".pls"), Qt::CaseInsensitive);
        const bool is_m3u = path.contains(QRegularExpression(QStringLiteral("\\.m3u8?$"),
                                                             QRegularExpression::CaseInsensitiveOption));
        if (!is_pls && !is_m3u) {
            found_.push_back({path.toStdString(), 0});
            return;
        }
        QFile file(path);
        if (!file.open(QFile::ReadOnly)) return;
        const QDir folder(QFileInfo(path).path());
        while (!file.atEnd()) {
            QString line = QString::fromUtf8(file.readLine()).trimmed();
            if (is_pls) {
                if (!line.startsWith(QLatin1String("File"), Qt::CaseInsensitive)) continue;
                line = line.section(QLatin1Char('='), 1);
            } else if (line.startsWith(QLatin1Char('#'))) {
                continue;
            }
            if (!line.isEmpty()) add_line(folder, line);
        }
    }

    void add_line(const QDir &folder, const QString &line) {
        const std::string uri(uri_of((line.contains(QLatin1String("://")) ? line : folder.absoluteFilePath(line))
                                         .toStdString()));
        std::string local;
        if (is_local(uri.c_str(), local)) return add_file(QDir::cleanPath(QString::fromStdString(local)));
        count();
        if (!is_denied(uri)) found_.push_back({uri, 0});
    }

public:
    // Reads the tags of a local file.
    static bool read(const char *uri, const std::string &path, Tuple &tuple) {
        if (!QFileInfo(QString::fromStdString(path)).isFile()) return false;
        VFSFile file;
        PluginHandle *decoder = aud_file_find_decoder(uri, true, file);
        return decoder != nullptr && aud_file_read_tag(uri, decoder, file, tuple);
    }

private:
    const std::string panel_;
    std::vector<Handle> found_;
    int files_ = 0;
};

void resolve(const actions::MediaResolve::Params &params, const Reply<actions::MediaResolve> &reply,
             const std::string &panel) {
    Resolver resolver(panel);
    actions::MediaResolve::Result result;
    try {
        for (const auto &entry : params.paths) result.resolved.push_back(resolver.resolve(entry));
    } catch (const TooMany &) {
        return reply(Error{error_codes::internal, "The paths have more than 100000 files and folders"});
    }
    reply(result);
}

std::optional<Track> info(const Handle &handle, const std::string &panel) {
    if (!media_problem(handle.path, panel).empty()) return std::nullopt;
    const String uri = uri_of(handle);
    std::string path;
    Tuple tuple;
    // Opening a stream may block for as long as its server does not answer.
    if (!is_local(uri, path) || !Resolver::read(uri, handle.path, tuple)) return std::nullopt;
    tuple.set_filename(uri);
    tuple.generate_fallbacks();
    Track track = track_of(uri, tuple);
    track.fileSize = file_size(track.path);
    return track;
}

// Whether a regular file lies in the folder of a track, and not behind a link out of it.
bool is_beside(const QString &path, const QFileInfo &track) {
    const QFileInfo file(path);
    return file.isFile() && QFileInfo(file.canonicalFilePath()).path() == QFileInfo(track.path()).canonicalFilePath();
}

// The lyrics beside a file; with times if there are such.
actions::MediaLyrics::Result lyrics(const Handle &handle, const std::string &panel) {
    std::string path;
    if (!is_local(uri_of(handle), path)) return {};
    const QFileInfo track(QString::fromStdString(path));
    for (const auto suffix : {".lrc", ".txt"}) {
        const QString beside = track.path() + QLatin1Char('/') + track.completeBaseName() + QLatin1String(suffix);
        QFile file(beside);
        if (!is_beside(beside, track) || !media_problem(beside.toStdString(), panel).empty()) continue;
        if (!file.open(QFile::ReadOnly)) continue;
        const QByteArray text = file.read(max_lyrics + 1);
        if (text.size() > max_lyrics) continue;
        return {QString::fromUtf8(text).toStdString(), actions::MediaLyrics::Result::Source::file};
    }
    return {};
}

std::string name_of(const Panel &panel) { return panel.value_or(""); }

}  // namespace

void implement_media(Bridge &bridge, Threads &threads, StreamQuestion &question) {
    bridge.implement<actions::MediaAuthorize>([&](const actions::MediaAuthorize::Params &params,
                                                  Reply<actions::MediaAuthorize> reply, const Panel &panel) {
        threads.run_apart([params, reply, name = name_of(panel)] {
            actions::MediaAuthorize::Result result;
            for (std::size_t at = 0; at < params.paths.size(); ++at) {
                auto problem = media_problem(params.paths[at], name);
                if (!problem.empty()) result.denied.push_back({static_cast<std::int64_t>(at), std::move(problem)});
            }
            reply(result);
        });
        if (!params.paths.empty()) question.ask(name_of(panel), params.paths.front());
    });
    bridge.implement<actions::MediaResolve>([&](const actions::MediaResolve::Params &params,
                                                Reply<actions::MediaResolve> reply, const Panel &panel) {
        threads.run_apart([params, reply, name = name_of(panel)] { resolve(params, reply, name); });
        if (params.paths.empty()) return;
        const auto *handle = std::get_if<Handle>(&params.paths.front());
        question.ask(name_of(panel), handle != nullptr ? handle->path : std::get<std::string>(params.paths.front()));
    });
    bridge.implement<actions::MediaLyrics>([&](const actions::MediaLyrics::Params &params,
                                               Reply<actions::MediaLyrics> reply, const Panel &panel) {
        threads.run_apart([params, reply, name = name_of(panel)] { reply(lyrics(params.handle, name)); });
    });
    bridge.implement<actions::MediaInfo>([&](const actions::MediaInfo::Params &params,
                                             Reply<actions::MediaInfo> reply, const Panel &panel) {
        threads.run_apart([params, reply, name = name_of(panel)] {
            reply(actions::MediaInfo::Result{info(params.handle, name)});
        });
    });
}
