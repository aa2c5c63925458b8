/*
 * media.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The tracks behind paths, their metadata and lyrics. All of it reads the disk, on threads of the plugin.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <libaudcore/audstrings.h>
#include <libaudcore/plugin.h>
#include <libaudcore/plugins.h>
#include <libaudcore/probe.h>

#include "actions/media_access.hpp"
#include "parts.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

// The maximum number of files and folders that a call reads.
constexpr int max_files = 100'000;
// The largest file that counts as lyrics, in bytes.
constexpr qint64 max_lyrics = 1 << 20;
// The longest text of a tag, in bytes.
constexpr std::size_t max_tag = 4096;

// The tags that Audacious keeps. The first of those with one name counts.
constexpr std::pair<Tuple::Field, const char *> tag_names[] = {
    {Tuple::Title, "TITLE"},
    {Tuple::Artist, "ARTIST"},
    {Tuple::Album, "ALBUM"},
    {Tuple::AlbumArtist, "ALBUM ARTIST"},
    {Tuple::Genre, "GENRE"},
    {Tuple::Date, "DATE"},
    {Tuple::Year, "DATE"},
    {Tuple::Track, "TRACKNUMBER"},
    {Tuple::Comment, "COMMENT"},
    {Tuple::Composer, "COMPOSER"},
    {Tuple::Performer, "PERFORMER"},
    {Tuple::Copyright, "COPYRIGHT"},
    {Tuple::Description, "DESCRIPTION"},
    {Tuple::MusicBrainzID, "MUSICBRAINZ_TRACKID"},
};

// The plugin that plays a local file. Opening a pipe would wait for a writer.
PluginHandle *decoder_of(const String &uri, const std::string &path, VFSFile &file) {
    return QFileInfo(QString::fromStdString(path)).isFile() ? aud_file_find_decoder(uri, true, file) : nullptr;
}

// Reads the tags of a local file; nothing for everything else. `tuple` gets what only the file says.
std::optional<Track> read_track(const Handle &handle, const std::string &panel, Tuple &tuple) {
    const String uri = uri_of(handle);
    // Opening a stream may block for as long as its server does not answer.
    if (!media_problem(handle.path, panel).empty() || !local_path(uri)) return std::nullopt;
    VFSFile file;
    PluginHandle *decoder = decoder_of(uri, handle.path, file);
    if (decoder == nullptr || !aud_file_read_tag(uri, decoder, file, tuple)) return std::nullopt;
    tuple.set_filename(uri);
    Tuple guessed = tuple.ref();
    guessed.generate_fallbacks();
    Track track = track_of(uri, guessed);
    track.fileSize = file_size(track.path);
    return track;
}

Handle given(const std::variant<std::string, Handle> &entry) {
    const auto *handle = std::get_if<Handle>(&entry);
    return handle != nullptr ? *handle : Handle{std::get<std::string>(entry), 0};
}

class Resolver {
public:
    explicit Resolver(std::string panel) : panel_(std::move(panel)) {}

    std::vector<Handle> resolve(const Handle &given) {
        found_.clear();
        Tuple tuple;
        if (given.subsong.value_or(0) <= 0) add(given.path);
        // A song in a file with several.
        else if (read_track(given, panel_, tuple)) found_.push_back(given);
        return std::move(found_);
    }

private:
    bool is_denied(const std::string &path) const { return !media_problem(path, panel_).empty(); }

    void add(const std::string &given) {
        if (is_denied(given)) return;
        const String uri = uri_of(given);
        const auto local = local_path(uri);
        // Audacious opens streams when it plays them.
        if (!local) return found_.push_back({given, 0});
        const QString path = QDir::cleanPath(QString::fromStdString(*local));
        const QFileInfo file(path);
        if (file.isDir()) add_folder(path);
        else if (file.isFile() && Playlist::filename_is_playlist(uri)) add_playlist(path);
        else if (file.isFile()) add_file(path);
        else add_wildcard(path);
    }

    void count() {
        if (++files_ > max_files) throw Error{error_codes::internal, "The paths have more than 100000 files and folders"};
    }

    void add_file(const QString &path) {
        count();
        Handle handle{path.toStdString(), 0};
        const String uri = uri_of(handle.path);
        VFSFile file;
        PluginHandle *decoder = is_denied(handle.path) ? nullptr : decoder_of(uri, handle.path, file);
        if (decoder == nullptr) return;
        const auto *plugin = static_cast<const InputPlugin *>(aud_plugin_get_header(decoder));
        Tuple tuple;
        const bool may_have_songs = plugin != nullptr && (plugin->input_info.flags & InputPlugin::FlagSubtunes) != 0;
        if (may_have_songs && aud_file_read_tag(uri, decoder, file, tuple)) {
            for (short at = 0; at < tuple.get_n_subtunes(); ++at) {
                handle.subsong = tuple.get_nth_subtune(at);
                found_.push_back(handle);
            }
        }
        if (!may_have_songs || tuple.get_n_subtunes() == 0) found_.push_back(handle);
    }

    void add_folder(const QString &path) {
        count();
        const auto filters = QDir::AllEntries | QDir::NoDotAndDotDot;
        const auto order = QDir::Name | QDir::DirsLast | QDir::LocaleAware;
        for (const QFileInfo &entry : QDir(path).entryInfoList(filters, order)) {
            if (!entry.isDir()) add_file(entry.filePath());
            else if (!entry.isSymLink()) add_folder(entry.filePath());
        }
    }

    // `*` and `?` in the last part of a path.
    void add_wildcard(const QString &path) {
        const QFileInfo pattern(path);
        if (!pattern.fileName().contains(QRegularExpression("[*?]"))) return;
        const QDir folder(pattern.path());
        for (const QString &name : folder.entryList({pattern.fileName()}, QDir::Files, QDir::Name | QDir::LocaleAware)) {
            add_file(folder.filePath(name));
        }
    }

    void add_playlist(const QString &path) {
        count();
        // Audacious finds the songs of a cue sheet when it is added.
        if (path.endsWith(".cue", Qt::CaseInsensitive)) return found_.push_back({path.toStdString(), 0});
        for (const std::string &uri : playlist_entries(uri_of(path.toStdString()))) {
            if (const auto local = local_path(uri.c_str())) {
                add_file(QDir::cleanPath(QString::fromStdString(*local)));
            } else {
                count();
                if (!is_denied(uri)) found_.push_back({uri, 0});
            }
        }
    }

    const std::string panel_;
    std::vector<Handle> found_;
    int files_ = 0;
};

actions::MediaTags::Result tags(const actions::MediaTags::Params &params, const std::string &panel) {
    actions::MediaTags::Result result;
    for (const Handle &handle : params.handles) {
        Tuple tuple;
        const auto track = read_track(handle, panel, tuple);
        auto &tagged = result.tracks.emplace_back();
        if (!track) continue;
        tagged.emplace().track = *track;
        for (const auto &[field, name] : tag_names) {
            if (!tuple.is_set(field)) continue;
            const bool is_number = Tuple::field_get_type(field) == Tuple::Int;
            const std::string value = is_number ? std::to_string(tuple.get_int(field)) : text_of(tuple, field);
            const bool is_known = !tagged->tags.empty() && tagged->tags.back().name == name;
            if (!value.empty() && value.size() <= max_tag && !is_known) tagged->tags.push_back({name, {value}});
        }
    }
    return result;
}

// The lyrics beside a file; with times if there are such.
actions::MediaLyrics::Result lyrics(const actions::MediaLyrics::Params &params, const std::string &panel) {
    const auto path = local_path(uri_of(params.handle));
    if (!path) return {};
    const QFileInfo track(QString::fromStdString(*path));
    for (const auto suffix : {".lrc", ".txt"}) {
        const QString beside = track.path() + '/' + track.completeBaseName() + suffix;
        QFile file(beside);
        if (!is_beside(beside, track) || !media_problem(beside.toStdString(), panel).empty()) continue;
        if (!file.open(QFile::ReadOnly)) continue;
        const QByteArray text = file.read(max_lyrics + 1);
        if (text.size() > max_lyrics) continue;
        return {QString::fromUtf8(text).toStdString(), actions::MediaLyrics::Result::Source::file};
    }
    return {};
}

}  // namespace

void implement_media(Bridge &bridge, Threads &threads) {
    const auto question = std::make_shared<StreamQuestion>();
    const auto apart = [&threads](auto function) {
        return [&threads, function](const auto &params, const auto &reply, const Panel &panel) {
            threads.answer_apart(reply, [function, params, name = panel.value_or("")] { return function(params, name); });
        };
    };
    bridge.implement<actions::MediaInfo>(apart([](const auto &params, const std::string &panel) {
        Tuple tuple;
        return actions::MediaInfo::Result{read_track(params.handle, panel, tuple)};
    }));
    bridge.implement<actions::MediaLyrics>(apart(lyrics));
    bridge.implement<actions::MediaTags>(apart(tags));
    const auto asking = [question, apart](auto function) {
        return [question, answer = apart(function)](const auto &params, const auto &reply, const Panel &panel) {
            const std::string first = params.paths.empty() ? "" : given(params.paths.front()).path;
            question->ask(panel.value_or(""), first, [=] { answer(params, reply, panel); });
        };
    };
    bridge.implement<actions::MediaAuthorize>(asking([](const auto &params, const std::string &panel) {
        actions::MediaAuthorize::Result result;
        for (std::size_t at = 0; at < params.paths.size(); ++at) {
            auto problem = media_problem(params.paths[at], panel);
            if (!problem.empty()) result.denied.push_back({static_cast<std::int64_t>(at), std::move(problem)});
        }
        return result;
    }));
    bridge.implement<actions::MediaResolve>(asking([](const auto &params, const std::string &panel) {
        Resolver resolver(panel);
        actions::MediaResolve::Result result;
        for (const auto &entry : params.paths) result.resolved.push_back(resolver.resolve(given(entry)));
        return result;
    }));
}
