// Made from the definitions by `deno task docs`. Do not edit.
// The events that panels hear. A member that is std::optional is left out of the message when it is empty, or written
// as null where its comment says so.
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

// The selection has changed; at most one each 50 ms.
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

// All of them, to be unpacked by a template.
using All = TypeList<JitQueueNeedNext, JitQueueTrackChanged, JitQueueListExhausted, JitQueuePreloadComplete, JitQueueError, SelectionChanged, MenuSelect, MenuDismiss, MenuValueChanged, LibraryInitialized, WindowStateChanged>;

}  // namespace events

bool read(const Json &json, events::JitQueueNeedNext::Data::Reason &value, Misfit &misfit);
Json write(const events::JitQueueNeedNext::Data::Reason &value);
bool read(const Json &json, events::JitQueueNeedNext::Data &value, Misfit &misfit);
Json write(const events::JitQueueNeedNext::Data &value);
bool read(const Json &json, events::JitQueueTrackChanged::Data &value, Misfit &misfit);
Json write(const events::JitQueueTrackChanged::Data &value);
bool read(const Json &json, events::JitQueueListExhausted::Data &value, Misfit &misfit);
Json write(const events::JitQueueListExhausted::Data &value);
bool read(const Json &json, events::JitQueuePreloadComplete::Data &value, Misfit &misfit);
Json write(const events::JitQueuePreloadComplete::Data &value);
bool read(const Json &json, events::JitQueueError::Data &value, Misfit &misfit);
Json write(const events::JitQueueError::Data &value);
bool read(const Json &json, events::SelectionChanged::Data &value, Misfit &misfit);
Json write(const events::SelectionChanged::Data &value);
bool read(const Json &json, events::MenuSelect::Data &value, Misfit &misfit);
Json write(const events::MenuSelect::Data &value);
bool read(const Json &json, events::MenuDismiss::Data &value, Misfit &misfit);
Json write(const events::MenuDismiss::Data &value);
bool read(const Json &json, events::MenuValueChanged::Data &value, Misfit &misfit);
Json write(const events::MenuValueChanged::Data &value);
bool read(const Json &json, events::LibraryInitialized::Data &value, Misfit &misfit);
Json write(const events::LibraryInitialized::Data &value);
bool read(const Json &json, events::WindowStateChanged::Data &value, Misfit &misfit);
Json write(const events::WindowStateChanged::Data &value);

}  // namespace tonearm
