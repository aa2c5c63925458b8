// Made from the definitions by `deno task docs`. Do not edit.
// The signals: what the player tells the bridge. Rules: docs/native-actions.md. A member that is std::optional is
// left out of the message when it is empty, or written as null where its comment says so.
#pragma once

#include "tonearm/shapes.hpp"

namespace tonearm {

namespace signals {

// A track has begun to play; its place whenever the player knows it.
struct TrackStarted {
    static constexpr const char *name = "signal.trackStarted";
    struct Params {
        Handle handle;
        // null when empty.
        std::optional<PlaylistId> playlist{};
        // null when empty.
        std::optional<std::int64_t> item{};
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

// All of them, to be unpacked by a template.
using All = TypeList<TrackStarted, TrackFailed, PlaybackTime, PlaybackStopped, PlaylistsChanged, SelectionChanged, OverlaySelected, OverlayValueChanged, OverlayDismissed, PluginEvent>;

}  // namespace signals

bool read(const Json &json, signals::TrackStarted::Params &value, Misfit &misfit);
Json write(const signals::TrackStarted::Params &value);
bool read(const Json &json, signals::TrackFailed::Params &value, Misfit &misfit);
Json write(const signals::TrackFailed::Params &value);
bool read(const Json &json, signals::PlaybackTime::Params &value, Misfit &misfit);
Json write(const signals::PlaybackTime::Params &value);
bool read(const Json &json, signals::PlaybackStopped::Params::Reason &value, Misfit &misfit);
Json write(const signals::PlaybackStopped::Params::Reason &value);
bool read(const Json &json, signals::PlaybackStopped::Params &value, Misfit &misfit);
Json write(const signals::PlaybackStopped::Params &value);
bool read(const Json &json, signals::PlaylistsChanged::Params &value, Misfit &misfit);
Json write(const signals::PlaylistsChanged::Params &value);
bool read(const Json &json, signals::SelectionChanged::Params &value, Misfit &misfit);
Json write(const signals::SelectionChanged::Params &value);
bool read(const Json &json, signals::OverlaySelected::Params &value, Misfit &misfit);
Json write(const signals::OverlaySelected::Params &value);
bool read(const Json &json, signals::OverlayValueChanged::Params &value, Misfit &misfit);
Json write(const signals::OverlayValueChanged::Params &value);
bool read(const Json &json, signals::OverlayDismissed::Params &value, Misfit &misfit);
Json write(const signals::OverlayDismissed::Params &value);
bool read(const Json &json, signals::PluginEvent::Params &value, Misfit &misfit);
Json write(const signals::PluginEvent::Params &value);

}  // namespace tonearm
