// Generated from the definitions by `deno task docs`. Do not edit.
// The signals, which the player sends to the bridge. Rules: docs/native-actions.md. An empty std::optional member is
// left out of the message, or written as null where its comment says so.
#pragma once

#include "tonearm/shapes.hpp"

#ifdef signals
#error "Qt defines `signals` as a macro, which hides tonearm::signals. Define QT_NO_KEYWORDS and write Q_SIGNALS."
#endif

namespace tonearm {

namespace signals {

// A track has begun to play, or stands paused at its beginning; with its place if the player knows it.
struct TrackStarted {
    static constexpr const char *name = "signal.trackStarted";
    struct Params {
        enum class Cause { queue, advance, user, action };
        Handle handle;
        // null when empty.
        std::optional<PlaylistId> playlist{};
        // null when empty.
        std::optional<std::int64_t> item{};
        std::optional<Cause> cause{};
        std::optional<bool> paused{};
    };
};

// A track could not be opened or broke off; the player may go on by itself.
struct TrackFailed {
    static constexpr const char *name = "signal.trackFailed";
    struct Params {
        Handle handle;
        // null when empty.
        std::optional<PlaylistId> playlist{};
        // null when empty.
        std::optional<std::int64_t> item{};
        std::string error;
    };
};

// The playback position in seconds, about once a second; length 0 when unknown.
struct PlaybackTime {
    static constexpr const char *name = "signal.playbackTime";
    struct Params {
        double position{};
        double length{};
    };
};

// Playback has stopped.
struct PlaybackStopped {
    static constexpr const char *name = "signal.playbackStopped";
    struct Params {
        enum class Reason { user, endOfFile, startingAnother, shutdown };
        Reason reason{};
    };
};

// Playback was paused or resumed.
struct PlaybackPaused {
    static constexpr const char *name = "signal.playbackPaused";
    struct Params {
        bool paused{};
    };
};

// A playlist was inserted, removed or moved; all ids in the user's order.
struct PlaylistsChanged {
    static constexpr const char *name = "signal.playlistsChanged";
    struct Params {
        std::vector<PlaylistId> order;
    };
};

// The selection has changed.
struct SelectionChanged {
    static constexpr const char *name = "signal.selectionChanged";
    struct Params {};
};

// The user chose a row of the menu overlay.
struct OverlaySelected {
    static constexpr const char *name = "signal.overlaySelected";
    struct Params {
        std::string menuId;
        std::string itemId;
    };
};

// The user changed the value of a rich row of the menu overlay.
struct OverlayValueChanged {
    static constexpr const char *name = "signal.overlayValueChanged";
    struct Params {
        std::string menuId;
        std::string itemId;
        std::int64_t value{};
    };
};

// The menu overlay has closed without a choice.
struct OverlayDismissed {
    static constexpr const char *name = "signal.overlayDismissed";
    struct Params {
        std::string menuId;
        std::string reason;
    };
};

// An external plugin has an event for a panel, or without one for all.
struct PluginEvent {
    static constexpr const char *name = "signal.pluginEvent";
    struct Params {
        std::string event;
        Json data;
        std::optional<std::string> panel{};
    };
};

// The playback position was set, in seconds.
struct PlaybackSeeked {
    static constexpr const char *name = "signal.playbackSeeked";
    struct Params {
        double position{};
    };
};

// The volume, as linear amplitude, or the mute has changed.
struct VolumeChanged {
    static constexpr const char *name = "signal.volumeChanged";
    struct Params {
        double level{};
        bool muted{};
    };
};

// The playback order has changed.
struct OrderChanged {
    static constexpr const char *name = "signal.orderChanged";
    struct Params {
        std::int64_t order{};
    };
};

// Whether playback stops at the end of the playing track has changed.
struct StopAfterCurrentChanged {
    static constexpr const char *name = "signal.stopAfterCurrentChanged";
    struct Params {
        bool enabled{};
    };
};

// The playing stream reports a new title, a new artist, or both.
struct StreamInfo {
    static constexpr const char *name = "signal.streamInfo";
    struct Params {
        std::optional<std::string> title{};
        std::optional<std::string> artist{};
    };
};

// The playback queue has changed.
struct QueueChanged {
    static constexpr const char *name = "signal.queueChanged";
    struct Params {
        enum class Origin { user_added, user_removed, playback_advance, unknown };
        Origin origin{};
    };
};

// A playlist was renamed.
struct PlaylistRenamed {
    static constexpr const char *name = "signal.playlistRenamed";
    struct Params {
        PlaylistId playlist;
        std::string name;
    };
};

// Another playlist, or none, is the active one.
struct PlaylistActivated {
    static constexpr const char *name = "signal.playlistActivated";
    struct Params {
        // null when empty.
        std::optional<PlaylistId> playlist{};
    };
};

// Items were added to a playlist (from start on), removed, or reordered: how many, and how many there are now.
struct PlaylistItemsChanged {
    static constexpr const char *name = "signal.playlistItemsChanged";
    struct Params {
        enum class Change { added, removed, reordered };
        PlaylistId playlist;
        Change change{};
        std::optional<std::int64_t> start{};
        std::int64_t count{};
        std::int64_t total{};
    };
};

// The media library has changed; whether it is ready.
struct LibraryChanged {
    static constexpr const char *name = "signal.libraryChanged";
    struct Params {
        bool ready{};
    };
};

// The window of a panel has changed.
struct WindowStateChanged {
    static constexpr const char *name = "signal.windowStateChanged";
    struct Params {
        std::string panel;
        bool maximized{};
        bool minimized{};
        bool fullscreen{};
        bool active{};
    };
};

// All types above, for templates that expand the list.
using All = TypeList<TrackStarted, TrackFailed, PlaybackTime, PlaybackStopped, PlaybackPaused, PlaylistsChanged, SelectionChanged, OverlaySelected, OverlayValueChanged, OverlayDismissed, PluginEvent, PlaybackSeeked, VolumeChanged, OrderChanged, StopAfterCurrentChanged, StreamInfo, QueueChanged, PlaylistRenamed, PlaylistActivated, PlaylistItemsChanged, LibraryChanged, WindowStateChanged>;

}  // namespace signals

template <> bool read(const Json &json, signals::TrackStarted::Params::Cause &value, Misfit &misfit);
template <> Json write(const signals::TrackStarted::Params::Cause &value);
template <> bool read(const Json &json, signals::TrackStarted::Params &value, Misfit &misfit);
template <> Json write(const signals::TrackStarted::Params &value);
template <> bool read(const Json &json, signals::TrackFailed::Params &value, Misfit &misfit);
template <> Json write(const signals::TrackFailed::Params &value);
template <> bool read(const Json &json, signals::PlaybackTime::Params &value, Misfit &misfit);
template <> Json write(const signals::PlaybackTime::Params &value);
template <> bool read(const Json &json, signals::PlaybackStopped::Params::Reason &value, Misfit &misfit);
template <> Json write(const signals::PlaybackStopped::Params::Reason &value);
template <> bool read(const Json &json, signals::PlaybackStopped::Params &value, Misfit &misfit);
template <> Json write(const signals::PlaybackStopped::Params &value);
template <> bool read(const Json &json, signals::PlaybackPaused::Params &value, Misfit &misfit);
template <> Json write(const signals::PlaybackPaused::Params &value);
template <> bool read(const Json &json, signals::PlaylistsChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::PlaylistsChanged::Params &value);
template <> bool read(const Json &json, signals::SelectionChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::SelectionChanged::Params &value);
template <> bool read(const Json &json, signals::OverlaySelected::Params &value, Misfit &misfit);
template <> Json write(const signals::OverlaySelected::Params &value);
template <> bool read(const Json &json, signals::OverlayValueChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::OverlayValueChanged::Params &value);
template <> bool read(const Json &json, signals::OverlayDismissed::Params &value, Misfit &misfit);
template <> Json write(const signals::OverlayDismissed::Params &value);
template <> bool read(const Json &json, signals::PluginEvent::Params &value, Misfit &misfit);
template <> Json write(const signals::PluginEvent::Params &value);
template <> bool read(const Json &json, signals::PlaybackSeeked::Params &value, Misfit &misfit);
template <> Json write(const signals::PlaybackSeeked::Params &value);
template <> bool read(const Json &json, signals::VolumeChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::VolumeChanged::Params &value);
template <> bool read(const Json &json, signals::OrderChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::OrderChanged::Params &value);
template <> bool read(const Json &json, signals::StopAfterCurrentChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::StopAfterCurrentChanged::Params &value);
template <> bool read(const Json &json, signals::StreamInfo::Params &value, Misfit &misfit);
template <> Json write(const signals::StreamInfo::Params &value);
template <> bool read(const Json &json, signals::QueueChanged::Params::Origin &value, Misfit &misfit);
template <> Json write(const signals::QueueChanged::Params::Origin &value);
template <> bool read(const Json &json, signals::QueueChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::QueueChanged::Params &value);
template <> bool read(const Json &json, signals::PlaylistRenamed::Params &value, Misfit &misfit);
template <> Json write(const signals::PlaylistRenamed::Params &value);
template <> bool read(const Json &json, signals::PlaylistActivated::Params &value, Misfit &misfit);
template <> Json write(const signals::PlaylistActivated::Params &value);
template <> bool read(const Json &json, signals::PlaylistItemsChanged::Params::Change &value, Misfit &misfit);
template <> Json write(const signals::PlaylistItemsChanged::Params::Change &value);
template <> bool read(const Json &json, signals::PlaylistItemsChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::PlaylistItemsChanged::Params &value);
template <> bool read(const Json &json, signals::LibraryChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::LibraryChanged::Params &value);
template <> bool read(const Json &json, signals::WindowStateChanged::Params &value, Misfit &misfit);
template <> Json write(const signals::WindowStateChanged::Params &value);

}  // namespace tonearm
