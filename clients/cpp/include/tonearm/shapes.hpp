// Generated from the definitions by `deno task docs`. Do not edit.
// The shapes that messages share. An empty std::optional member is left out of the message, or written as null where
// its comment says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tonearm/json.hpp"

namespace tonearm {

struct Handle;
struct MenuContext;
struct MenuNode;
struct OverlayRow;
struct PanelConfig;
struct PanelPatch;
struct QueuedTrack;
struct Track;
struct ApiInfo;
struct MenuItem;
struct MenuRow;
struct QueueEntry;
struct ViewedTrack;

// Identifies a playlist. The player chooses it. It stays the same while the playlist exists and is never reused.
using PlaylistId = std::string;
// A track, as `path`, as `path|subsong:N`, or as an object.
using TrackHandle = Json;

// A track by the player's name for it.
struct Handle {
    std::string path;
    // 0 when the file has only one track.
    std::optional<std::int64_t> subsong{};
};

// The tracks of a context menu.
struct MenuContext {
    enum class Source { handles, nowPlaying, selection, playlist };
    Source source{};
    std::optional<std::vector<Handle>> handles{};
};

// A node of a menu tree as the player builds it.
struct MenuNode {
    enum class Type { separator, submenu, command };
    Type type{};
    std::optional<std::string> label{};
    std::optional<std::vector<MenuNode>> children{};
    std::optional<std::int64_t> commandId{};
    std::optional<std::string> guid{};
    std::optional<std::string> subGuid{};
    std::optional<bool> enabled{};
    std::optional<bool> checked{};
    std::optional<bool> radioChecked{};
    std::optional<bool> hidden{};
};

// A row of the menu overlay as the player draws it, with all default values.
struct OverlayRow {
    struct IconSvg {
        std::string viewBox;
        std::string content;
    };
    struct SegmentsItem {
        std::string id;
        std::string label;
        bool enabled{};
    };
    std::string id;
    std::string label;
    std::string type;
    bool enabled{};
    bool checked{};
    std::optional<std::variant<std::string, IconSvg>> iconSvg{};
    std::optional<std::vector<OverlayRow>> submenu{};
    std::optional<std::string> title{};
    std::optional<std::string> subtitle{};
    std::optional<double> value{};
    std::optional<double> min{};
    std::optional<double> max{};
    std::optional<std::vector<SegmentsItem>> segments{};
};

// A panel's configuration: these fields and any others of the player.
struct PanelConfig {
    bool enableDragDrop{};
    bool grabFocus{};
    std::string panelName;
    bool transparentBackground{};
};

// Changes to a panel's configuration.
struct PanelPatch {
    std::optional<bool> enableDragDrop{};
    std::optional<bool> grabFocus{};
    std::optional<std::string> panelName{};
    std::optional<bool> transparentBackground{};
};

// An entry of the player's queue with its position in a playlist. Unknown texts are "" and unknown numbers 0.
struct QueuedTrack {
    // The player's name for the track.
    std::string path;
    std::string absolutePath;
    // 0 when the file has only one track.
    std::int64_t subsong{};
    // Bytes; null when unknown, as for streams. null when empty.
    std::optional<double> fileSize{};
    std::string title;
    std::string artist;
    std::string album;
    std::string albumArtist;
    std::string genre;
    std::string date;
    double trackNumber{};
    double discNumber{};
    // Seconds, fractional.
    double duration{};
    // kbit/s.
    double bitrate{};
    // Hz.
    double sampleRate{};
    double channels{};
    std::string codec;
    std::string entry;
    // null when empty.
    std::optional<PlaylistId> playlist{};
    // null when empty.
    std::optional<std::int64_t> item{};
};

// A track's metadata. Unknown texts are "" and unknown numbers 0.
struct Track {
    // The player's name for the track.
    std::string path;
    std::string absolutePath;
    // 0 when the file has only one track.
    std::int64_t subsong{};
    // Bytes; null when unknown, as for streams. null when empty.
    std::optional<double> fileSize{};
    std::string title;
    std::string artist;
    std::string album;
    std::string albumArtist;
    std::string genre;
    std::string date;
    double trackNumber{};
    double discNumber{};
    // Seconds, fractional.
    double duration{};
    // kbit/s.
    double bitrate{};
    // Hz.
    double sampleRate{};
    double channels{};
    std::string codec;
};

// An operation in the list of operations.
struct ApiInfo {
    // The name for calls.
    std::string fullName;
    std::string namespace_;
    // The part of the full name after the first dot.
    std::string method;
    // Empty when a plugin has none.
    std::string description;
    // The plugin that registered it; empty for a built-in one.
    std::string plugin;
    // Version of the plugin, or of the bridge.
    std::string version;
    // Whether a plugin registered it.
    bool isExternal{};
};

// A node of a menu tree.
struct MenuItem {
    enum class Type { separator, submenu, command };
    struct Availability {
        std::int64_t totalCommands{};
        std::int64_t availableCommands{};
        std::int64_t disabledCommands{};
        bool allAvailable{};
    };
    enum class UnaddressableReason { noStableIdentifier };
    Type type{};
    // The player's label.
    std::optional<std::string> label{};
    // The label for display.
    std::optional<std::string> displayLabel{};
    // The labels from the top of the menu, joined by `/`.
    std::optional<std::string> path{};
    // The same with the labels for display.
    std::optional<std::string> displayPath{};
    std::optional<std::vector<MenuItem>> children{};
    // Counts of the commands below it; only on request.
    std::optional<Availability> availability{};
    std::optional<bool> enabled{};
    std::optional<bool> checked{};
    std::optional<bool> radioChecked{};
    std::optional<bool> hidden{};
    // For `menu.runContextCommandById`; -1 in a flat list.
    std::optional<std::int64_t> commandId{};
    // The same as `enabled`.
    std::optional<bool> available{};
    std::optional<std::string> guid{};
    // Names a dynamically generated child of the command `guid`.
    std::optional<std::string> subGuid{};
    // Whether the command has a guid.
    std::optional<bool> executable{};
    // Why the command has no guid.
    std::optional<UnaddressableReason> unaddressableReason{};
};

// A row of the menu overlay.
struct MenuRow {
    struct IconSvg {
        std::string viewBox;
        std::string content;
    };
    struct SegmentsItem {
        std::optional<std::string> id{};
        std::optional<std::string> label{};
        // True by default.
        std::optional<bool> enabled{};
    };
    // The id of the row in events; required for rows that can be chosen.
    std::optional<std::string> id{};
    // The displayed text.
    std::optional<std::string> label{};
    // `separator`, one of the rich types `nowplaying`, `rating`, `slider`, `segmented`, or anything else for an
    // ordinary row.
    std::optional<std::string> type{};
    // Whether the row can be used; true by default.
    std::optional<bool> enabled{};
    // Whether the row has a check mark; false by default.
    std::optional<bool> checked{};
    // Icon markup.
    std::optional<std::variant<std::string, IconSvg>> iconSvg{};
    // Rows below this one.
    std::optional<std::vector<MenuRow>> submenu{};
    // First line of a `nowplaying` row.
    std::optional<std::string> title{};
    // Second line of a `nowplaying` row.
    std::optional<std::string> subtitle{};
    // Of a `rating` from 0 to 5, of a `slider` from `min` to `max`, of a `segmented` row the index of the chosen
    // segment.
    std::optional<double> value{};
    // Of a `slider`; 0 by default.
    std::optional<double> min{};
    // Of a `slider`; 100 by default.
    std::optional<double> max{};
    // Of a `segmented` row.
    std::optional<std::vector<SegmentsItem>> segments{};
};

// An entry of the queue. Unknown texts are "" and unknown numbers 0.
struct QueueEntry {
    std::int64_t queueIndex{};
    // The player's name for the track.
    std::string path;
    std::string absolutePath;
    // 0 when the file has only one track.
    std::int64_t subsong{};
    // Bytes; null when unknown, as for streams. null when empty.
    std::optional<double> fileSize{};
    std::string title;
    std::string artist;
    std::string album;
    std::string albumArtist;
    std::string genre;
    std::string date;
    double trackNumber{};
    double discNumber{};
    // Seconds, fractional.
    double duration{};
    // kbit/s.
    double bitrate{};
    // Hz.
    double sampleRate{};
    double channels{};
    std::string codec;
    // The index of the playlist that the entry comes from; null when it comes from none. null when empty.
    std::optional<std::int64_t> playlist{};
    // Its index there; null when it comes from no playlist. null when empty.
    std::optional<std::int64_t> playlistItem{};
};

// The metadata of the viewed track. Unknown texts are "" and unknown numbers 0.
struct ViewedTrack {
    // The player's name for the track.
    std::string path;
    std::string absolutePath;
    // 0 when the file has only one track.
    std::int64_t subsong{};
    // Bytes; null when unknown, as for streams. null when empty.
    std::optional<double> fileSize{};
    std::string title;
    std::string artist;
    std::string album;
    std::string albumArtist;
    std::string genre;
    std::string date;
    double trackNumber{};
    double discNumber{};
    // Seconds, fractional.
    double duration{};
    // kbit/s.
    double bitrate{};
    // Hz.
    double sampleRate{};
    double channels{};
    std::string codec;
    // The absolute path, with `|subsong:N` when the subsong is above 0.
    std::string id;
    // The same as `id`.
    std::string fullPath;
};

template <> bool read(const Json &json, Handle &value, Misfit &misfit);
template <> Json write(const Handle &value);
template <> bool read(const Json &json, MenuContext::Source &value, Misfit &misfit);
template <> Json write(const MenuContext::Source &value);
template <> bool read(const Json &json, MenuContext &value, Misfit &misfit);
template <> Json write(const MenuContext &value);
template <> bool read(const Json &json, MenuNode::Type &value, Misfit &misfit);
template <> Json write(const MenuNode::Type &value);
template <> bool read(const Json &json, MenuNode &value, Misfit &misfit);
template <> Json write(const MenuNode &value);
template <> bool read(const Json &json, OverlayRow::IconSvg &value, Misfit &misfit);
template <> Json write(const OverlayRow::IconSvg &value);
template <> bool read(const Json &json, OverlayRow::SegmentsItem &value, Misfit &misfit);
template <> Json write(const OverlayRow::SegmentsItem &value);
template <> bool read(const Json &json, OverlayRow &value, Misfit &misfit);
template <> Json write(const OverlayRow &value);
template <> bool read(const Json &json, PanelConfig &value, Misfit &misfit);
template <> Json write(const PanelConfig &value);
template <> bool read(const Json &json, PanelPatch &value, Misfit &misfit);
template <> Json write(const PanelPatch &value);
template <> bool read(const Json &json, QueuedTrack &value, Misfit &misfit);
template <> Json write(const QueuedTrack &value);
template <> bool read(const Json &json, Track &value, Misfit &misfit);
template <> Json write(const Track &value);
template <> bool read(const Json &json, ApiInfo &value, Misfit &misfit);
template <> Json write(const ApiInfo &value);
template <> bool read(const Json &json, MenuItem::Type &value, Misfit &misfit);
template <> Json write(const MenuItem::Type &value);
template <> bool read(const Json &json, MenuItem::Availability &value, Misfit &misfit);
template <> Json write(const MenuItem::Availability &value);
template <> bool read(const Json &json, MenuItem::UnaddressableReason &value, Misfit &misfit);
template <> Json write(const MenuItem::UnaddressableReason &value);
template <> bool read(const Json &json, MenuItem &value, Misfit &misfit);
template <> Json write(const MenuItem &value);
template <> bool read(const Json &json, MenuRow::IconSvg &value, Misfit &misfit);
template <> Json write(const MenuRow::IconSvg &value);
template <> bool read(const Json &json, MenuRow::SegmentsItem &value, Misfit &misfit);
template <> Json write(const MenuRow::SegmentsItem &value);
template <> bool read(const Json &json, MenuRow &value, Misfit &misfit);
template <> Json write(const MenuRow &value);
template <> bool read(const Json &json, QueueEntry &value, Misfit &misfit);
template <> Json write(const QueueEntry &value);
template <> bool read(const Json &json, ViewedTrack &value, Misfit &misfit);
template <> Json write(const ViewedTrack &value);

}  // namespace tonearm
