// Generated from the definitions by `deno task docs`. Do not edit.
// The events that panels receive. An empty std::optional member is left out of the message, or written as null where
// its comment says so.
#pragma once

#include "tonearm/shapes.hpp"

namespace tonearm {

namespace events {

// The session needs the next logical track.
struct JitQueueNeedNext {
    static constexpr const char *name = "jitQueue:needNext";
    struct Data {
        enum class Reason { trackChange, prefetch, error };
        std::string currentTrackId;
        // Whether the last buffered track has begun, is about to end, or has failed.
        Reason reason{};
    };
};

// The session's current track has changed.
struct JitQueueTrackChanged {
    static constexpr const char *name = "jitQueue:trackChanged";
    struct Data {
        std::string trackId;
        std::string title;
    };
};

// No further tracks are available.
struct JitQueueListExhausted {
    static constexpr const char *name = "jitQueue:listExhausted";
    struct Data {
        // Empty without a track.
        std::string lastTrackId;
    };
};

// A batch preload has completed.
struct JitQueuePreloadComplete {
    static constexpr const char *name = "jitQueue:preloadComplete";
    struct Data {
        // How many tracks were added.
        std::int64_t count{};
        std::int64_t startIndex{};
        bool replace{};
    };
};

// An operation of the session has failed for a track; url for a stream, path for a local file.
struct JitQueueError {
    static constexpr const char *name = "jitQueue:error";
    struct Data {
        std::string trackId;
        std::string error;
        std::optional<std::string> url{};
        std::optional<std::string> path{};
    };
};

// The selection has changed; sent at most once every 50 ms.
struct SelectionChanged {
    static constexpr const char *name = "selection:changed";
    struct Data {
        // The total number of selected tracks.
        std::int64_t count{};
        // As in `selection.get`.
        std::string type;
        // The first 100 of them at most.
        std::vector<std::string> handles;
        // Whether there are more than these.
        bool truncated{};
        // When exactly one track is selected.
        std::optional<Track> track{};
        // When a track is playing.
        std::optional<Track> nowPlaying{};
    };
};

// The user chose a row of the menu overlay.
struct MenuSelect {
    static constexpr const char *name = "menu:select";
    struct Data {
        std::string menuId;
        std::string itemId;
    };
};

// The menu overlay has closed.
struct MenuDismiss {
    static constexpr const char *name = "menu:dismiss";
    struct Data {
        std::string menuId;
        // `select` after a choice, `replaced` by another menu, the reason given to `menu.close`, or a reason of the
        // player.
        std::string reason;
    };
};

// A rich row of the menu overlay has changed its value; the menu stays open.
struct MenuValueChanged {
    static constexpr const char *name = "menu:valueChanged";
    struct Data {
        std::string menuId;
        std::string itemId;
        double value{};
    };
};

// The media library has become ready; once for each time that the extension is switched on.
struct LibraryInitialized {
    static constexpr const char *name = "library:initialized";
    struct Data {
        // When, in Unix milliseconds.
        double timestamp{};
    };
};

// A track has started.
struct PlaybackTrackChanged {
    static constexpr const char *name = "playback:trackChanged";
    struct Data {
        std::string path;
        std::string absolutePath;
        std::int64_t subsong{};
        // null when empty.
        std::optional<double> fileSize{};
        std::string title;
        std::string artist;
        std::string album;
        std::string albumArtist;
        std::string genre;
        std::string date;
        double trackNumber{};
        double discNumber{};
        double duration{};
        double bitrate{};
        double sampleRate{};
        double channels{};
        std::string codec;
        // The absolute path, with `|subsong:N` when the subsong is above 0.
        std::string fullPath;
        // The same as `fullPath`.
        std::string id;
    };
};

// Playback started, was paused or resumed, or ended by itself or by the user.
struct PlaybackStateChanged {
    static constexpr const char *name = "playback:stateChanged";
    struct Data {
        enum class State { playing, paused, stopped };
        State state{};
        // In seconds.
        double position{};
        // In seconds; 0 when unknown.
        double duration{};
    };
};

// Playback was paused or resumed.
struct PlaybackPaused {
    static constexpr const char *name = "playback:paused";
    struct Data {
        bool paused{};
    };
};

// Playback has ended.
struct PlaybackStopped {
    static constexpr const char *name = "playback:stopped";
    struct Data {
        enum class Reason { user, eof, starting_another, shutting_down };
        Reason reason{};
    };
};

// The position that the player reports, about once a second.
struct PlaybackTime {
    static constexpr const char *name = "playback:time";
    struct Data {
        // In seconds.
        double position{};
    };
};

// The position, every 100 ms while a track plays.
struct PlaybackTimeHighRes {
    static constexpr const char *name = "playback:timeHighRes";
    struct Data {
        // In seconds.
        double position{};
    };
};

// The position was set.
struct PlaybackSeeked {
    static constexpr const char *name = "playback:seeked";
    struct Data {
        // In seconds.
        double position{};
    };
};

// The volume or the mute has changed.
struct PlaybackVolumeChanged {
    static constexpr const char *name = "playback:volumeChanged";
    struct Data {
        // In percent of the amplitude.
        double volume{};
        // In dB; -100 stands for silence.
        double volumeDb{};
        bool muted{};
        // The same.
        bool isMuted{};
    };
};

// The playback order has changed.
struct PlaybackOrderChanged {
    static constexpr const char *name = "playback:orderChanged";
    struct Data {
        // 0 `default`, 1 `repeat-playlist`, 2 `repeat-track`, 3 `random`, 4 `shuffle-tracks`, 5 `shuffle-albums`, 6
        // `shuffle-folders`.
        std::int64_t order{};
        // The same.
        std::int64_t orderIndex{};
    };
};

// Whether playback stops after the playing track has changed.
struct PlaybackStopAfterCurrentChanged {
    static constexpr const char *name = "playback:stopAfterCurrentChanged";
    struct Data {
        bool enabled{};
    };
};

// The playback queue has changed.
struct PlaybackQueueChanged {
    static constexpr const char *name = "playback:queueChanged";
    struct Data {
        enum class Origin { user_added, user_removed, playback_advance, unknown };
        Origin origin{};
        // How many entries are queued.
        std::int64_t count{};
    };
};

// The playing stream reports a new title, a new artist, or both.
struct PlaybackDynamicInfoTrack {
    static constexpr const char *name = "playback:dynamicInfoTrack";
    struct Data {
        std::optional<std::string> title{};
        std::optional<std::string> artist{};
    };
};

// A playlist was created.
struct PlaylistCreated {
    static constexpr const char *name = "playlist:created";
    struct Data {
        // The playlist's index.
        std::int64_t index{};
        std::string name;
    };
};

// A playlist was renamed.
struct PlaylistRenamed {
    static constexpr const char *name = "playlist:renamed";
    struct Data {
        // The playlist's index.
        std::int64_t index{};
        std::string name;
    };
};

// One or more playlists were removed.
struct PlaylistRemoved {
    static constexpr const char *name = "playlist:removed";
    struct Data {
        // How many there were.
        std::int64_t oldCount{};
        // How many are left.
        std::int64_t newCount{};
    };
};

// Another playlist, or none, is the active one.
struct PlaylistActivated {
    static constexpr const char *name = "playlist:activated";
    struct Data {
        // -1 for none.
        std::int64_t oldIndex{};
        // -1 for none.
        std::int64_t newIndex{};
    };
};

// Items were added to a playlist.
struct PlaylistItemsAdded {
    static constexpr const char *name = "playlist:itemsAdded";
    struct Data {
        // The playlist's index.
        std::int64_t playlist{};
        // The index of the first one.
        std::int64_t start{};
        // How many were added.
        std::int64_t count{};
    };
};

// Items were removed from a playlist.
struct PlaylistItemsRemoved {
    static constexpr const char *name = "playlist:itemsRemoved";
    struct Data {
        // The playlist's index.
        std::int64_t playlist{};
        // How many there were.
        std::int64_t oldCount{};
        // How many are left.
        std::int64_t newCount{};
    };
};

// The items of a playlist were reordered.
struct PlaylistItemsReordered {
    static constexpr const char *name = "playlist:itemsReordered";
    struct Data {
        // The playlist's index.
        std::int64_t playlist{};
        // How many items it has.
        std::int64_t count{};
    };
};

// playlist.addPathsAsync has ended; sent after its answer.
struct PlaylistAddComplete {
    static constexpr const char *name = "playlist:addComplete";
    struct Data {
        // From the answer of playlist.addPathsAsync.
        std::string operationId;
        bool success{};
        // How many tracks were added.
        std::int64_t addedCount{};
        // How many entries `paths` had.
        std::int64_t totalCount{};
        // Why it failed.
        std::optional<std::string> error{};
    };
};

// The window that contains the panel has changed.
struct WindowStateChanged {
    static constexpr const char *name = "window:stateChanged";
    struct Data {
        bool isMaximized{};
        bool maximized{};
        bool isMinimized{};
        bool minimized{};
        bool isActive{};
        bool active{};
        bool isFullscreen{};
        bool fullscreen{};
    };
};

// All types above, for templates that expand the list.
using All = TypeList<JitQueueNeedNext, JitQueueTrackChanged, JitQueueListExhausted, JitQueuePreloadComplete, JitQueueError, SelectionChanged, MenuSelect, MenuDismiss, MenuValueChanged, LibraryInitialized, PlaybackTrackChanged, PlaybackStateChanged, PlaybackPaused, PlaybackStopped, PlaybackTime, PlaybackTimeHighRes, PlaybackSeeked, PlaybackVolumeChanged, PlaybackOrderChanged, PlaybackStopAfterCurrentChanged, PlaybackQueueChanged, PlaybackDynamicInfoTrack, PlaylistCreated, PlaylistRenamed, PlaylistRemoved, PlaylistActivated, PlaylistItemsAdded, PlaylistItemsRemoved, PlaylistItemsReordered, PlaylistAddComplete, WindowStateChanged>;

}  // namespace events

template <> bool read(const Json &json, events::JitQueueNeedNext::Data::Reason &value, Misfit &misfit);
template <> Json write(const events::JitQueueNeedNext::Data::Reason &value);
template <> bool read(const Json &json, events::JitQueueNeedNext::Data &value, Misfit &misfit);
template <> Json write(const events::JitQueueNeedNext::Data &value);
template <> bool read(const Json &json, events::JitQueueTrackChanged::Data &value, Misfit &misfit);
template <> Json write(const events::JitQueueTrackChanged::Data &value);
template <> bool read(const Json &json, events::JitQueueListExhausted::Data &value, Misfit &misfit);
template <> Json write(const events::JitQueueListExhausted::Data &value);
template <> bool read(const Json &json, events::JitQueuePreloadComplete::Data &value, Misfit &misfit);
template <> Json write(const events::JitQueuePreloadComplete::Data &value);
template <> bool read(const Json &json, events::JitQueueError::Data &value, Misfit &misfit);
template <> Json write(const events::JitQueueError::Data &value);
template <> bool read(const Json &json, events::SelectionChanged::Data &value, Misfit &misfit);
template <> Json write(const events::SelectionChanged::Data &value);
template <> bool read(const Json &json, events::MenuSelect::Data &value, Misfit &misfit);
template <> Json write(const events::MenuSelect::Data &value);
template <> bool read(const Json &json, events::MenuDismiss::Data &value, Misfit &misfit);
template <> Json write(const events::MenuDismiss::Data &value);
template <> bool read(const Json &json, events::MenuValueChanged::Data &value, Misfit &misfit);
template <> Json write(const events::MenuValueChanged::Data &value);
template <> bool read(const Json &json, events::LibraryInitialized::Data &value, Misfit &misfit);
template <> Json write(const events::LibraryInitialized::Data &value);
template <> bool read(const Json &json, events::PlaybackTrackChanged::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackTrackChanged::Data &value);
template <> bool read(const Json &json, events::PlaybackStateChanged::Data::State &value, Misfit &misfit);
template <> Json write(const events::PlaybackStateChanged::Data::State &value);
template <> bool read(const Json &json, events::PlaybackStateChanged::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackStateChanged::Data &value);
template <> bool read(const Json &json, events::PlaybackPaused::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackPaused::Data &value);
template <> bool read(const Json &json, events::PlaybackStopped::Data::Reason &value, Misfit &misfit);
template <> Json write(const events::PlaybackStopped::Data::Reason &value);
template <> bool read(const Json &json, events::PlaybackStopped::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackStopped::Data &value);
template <> bool read(const Json &json, events::PlaybackTime::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackTime::Data &value);
template <> bool read(const Json &json, events::PlaybackTimeHighRes::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackTimeHighRes::Data &value);
template <> bool read(const Json &json, events::PlaybackSeeked::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackSeeked::Data &value);
template <> bool read(const Json &json, events::PlaybackVolumeChanged::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackVolumeChanged::Data &value);
template <> bool read(const Json &json, events::PlaybackOrderChanged::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackOrderChanged::Data &value);
template <> bool read(const Json &json, events::PlaybackStopAfterCurrentChanged::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackStopAfterCurrentChanged::Data &value);
template <> bool read(const Json &json, events::PlaybackQueueChanged::Data::Origin &value, Misfit &misfit);
template <> Json write(const events::PlaybackQueueChanged::Data::Origin &value);
template <> bool read(const Json &json, events::PlaybackQueueChanged::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackQueueChanged::Data &value);
template <> bool read(const Json &json, events::PlaybackDynamicInfoTrack::Data &value, Misfit &misfit);
template <> Json write(const events::PlaybackDynamicInfoTrack::Data &value);
template <> bool read(const Json &json, events::PlaylistCreated::Data &value, Misfit &misfit);
template <> Json write(const events::PlaylistCreated::Data &value);
template <> bool read(const Json &json, events::PlaylistRenamed::Data &value, Misfit &misfit);
template <> Json write(const events::PlaylistRenamed::Data &value);
template <> bool read(const Json &json, events::PlaylistRemoved::Data &value, Misfit &misfit);
template <> Json write(const events::PlaylistRemoved::Data &value);
template <> bool read(const Json &json, events::PlaylistActivated::Data &value, Misfit &misfit);
template <> Json write(const events::PlaylistActivated::Data &value);
template <> bool read(const Json &json, events::PlaylistItemsAdded::Data &value, Misfit &misfit);
template <> Json write(const events::PlaylistItemsAdded::Data &value);
template <> bool read(const Json &json, events::PlaylistItemsRemoved::Data &value, Misfit &misfit);
template <> Json write(const events::PlaylistItemsRemoved::Data &value);
template <> bool read(const Json &json, events::PlaylistItemsReordered::Data &value, Misfit &misfit);
template <> Json write(const events::PlaylistItemsReordered::Data &value);
template <> bool read(const Json &json, events::PlaylistAddComplete::Data &value, Misfit &misfit);
template <> Json write(const events::PlaylistAddComplete::Data &value);
template <> bool read(const Json &json, events::WindowStateChanged::Data &value, Misfit &misfit);
template <> Json write(const events::WindowStateChanged::Data &value);

}  // namespace tonearm
