// Generated from the definitions by `deno task docs`. Do not edit.
// The native actions, which the bridge requests from the player. Rules: docs/native-actions.md. An empty
// std::optional member is left out of the message, or written as null where its comment says so.
#pragma once

#include "tonearm/shapes.hpp"

namespace tonearm {

namespace actions {

// Reads the clipboard; null for a missing format.
struct ClipboardRead {
    static constexpr const char *name = "player.clipboard.read";
    struct Params {};
    struct Result {
        // null when empty.
        std::optional<std::string> text{};
        // null when empty.
        std::optional<std::vector<std::string>> files{};
        bool hasImage{};
    };
};

// Replaces the clipboard as a whole; html data is a complete "HTML Format" payload for Windows, fragment its HTML.
struct ClipboardWrite {
    static constexpr const char *name = "player.clipboard.write";
    struct Params {
        struct FormatsItem {
            enum class Format { text, html, files };
            Format format{};
            std::variant<std::string, std::vector<std::string>> data;
            std::optional<std::string> fragment{};
        };
        std::vector<FormatsItem> formats;
    };
    struct Result {
        enum class WrittenItem { text, html, files };
        std::vector<WrittenItem> written;
    };
};

// Prints one line to the player's console.
struct ConsolePrint {
    static constexpr const char *name = "player.console.print";
    struct Params {
        enum class Level { info, warn, error };
        Level level{};
        std::string line;
    };
    struct Result {};
};

// Returns the paths that may not be read as media.
struct MediaAuthorize {
    static constexpr const char *name = "player.media.authorize";
    struct Params {
        std::vector<std::string> paths;
    };
    struct Result {
        struct DeniedItem {
            std::int64_t index{};
            std::string reason;
        };
        std::vector<DeniedItem> denied;
    };
};

// Resolves each path, folder, wildcard, URL or handle to a list of handles, which may be empty.
struct MediaResolve {
    static constexpr const char *name = "player.media.resolve";
    struct Params {
        std::vector<std::variant<std::string, Handle>> paths;
    };
    struct Result {
        std::vector<std::vector<Handle>> resolved;
    };
};

// Returns a track's metadata; null for an unknown track.
struct MediaInfo {
    static constexpr const char *name = "player.media.info";
    struct Params {
        Handle handle;
    };
    struct Result {
        // null when empty.
        std::optional<Track> track{};
    };
};

// Builds the main menu or a context menu; -32010 when no main menu tree can be built.
struct MenuBuild {
    static constexpr const char *name = "player.menu.build";
    struct Params {
        enum class Kind { main, context };
        Kind kind{};
        std::optional<MenuContext> context{};
    };
    struct Result {
        std::vector<MenuNode> nodes;
    };
};

// Lists the main menu commands without their tree, the fallback for player.menu.build.
struct MenuListMainCommands {
    static constexpr const char *name = "player.menu.listMainCommands";
    struct Params {};
    struct Result {
        struct CommandsItem {
            std::string name;
            std::string guid;
            std::optional<std::string> subGuid{};
            bool enabled{};
            std::optional<bool> checked{};
        };
        std::vector<CommandsItem> commands;
    };
};

// Runs a main menu command.
struct MenuRunMain {
    static constexpr const char *name = "player.menu.runMain";
    struct Params {
        std::string guid;
        std::optional<std::string> subGuid{};
    };
    struct Result {
        bool executed{};
    };
};

// Runs a context menu command on a context.
struct MenuRunContext {
    static constexpr const char *name = "player.menu.runContext";
    struct Params {
        MenuContext context;
        std::optional<std::int64_t> commandId{};
        std::optional<std::string> guid{};
        std::optional<std::string> subGuid{};
    };
    struct Result {
        bool executed{};
        bool confirmed{};
    };
};

// Shows the native context menu at the cursor; answers before it is shown.
struct MenuPopup {
    static constexpr const char *name = "player.menu.popup";
    struct Params {
        MenuContext context;
    };
    struct Result {};
};

// Opens the self-drawn menu overlay; x or y null means at the cursor.
struct OverlayOpen {
    static constexpr const char *name = "player.overlay.open";
    struct Params {
        enum class WindowMode { fullscreen, contentSized };
        enum class Backdrop { acrylic, mica, mica_alt, none };
        std::string menuId;
        std::vector<OverlayRow> items;
        // null when empty.
        std::optional<std::int64_t> x{};
        // null when empty.
        std::optional<std::int64_t> y{};
        WindowMode windowMode{};
        // null when empty.
        std::optional<std::string> css{};
        bool cssReplace{};
        Backdrop backdrop{};
        bool backdropDarkMode{};
    };
    struct Result {};
};

// Closes the menu overlay after its exit animation of animationMs milliseconds.
struct OverlayClose {
    static constexpr const char *name = "player.overlay.close";
    struct Params {
        std::string menuId;
        std::string reason;
        std::int64_t animationMs{};
    };
    struct Result {};
};

// Runs one of the player's standard commands.
struct AppRun {
    static constexpr const char *name = "player.app.run";
    struct Params {
        enum class Command { exit, restart, showConsole, showPreferences };
        Command command{};
    };
    struct Result {
        bool executed{};
    };
};

// Returns the directories of the component, the installation and the profile.
struct AppPaths {
    static constexpr const char *name = "player.app.paths";
    struct Params {};
    struct Result {
        std::string component;
        std::string installation;
        std::string profile;
    };
};

// Opens the media library search window with a query.
struct AppShowLibrarySearch {
    static constexpr const char *name = "player.app.showLibrarySearch";
    struct Params {
        std::string query;
    };
    struct Result {};
};

// Shows a popup message dialog.
struct AppShowPopup {
    static constexpr const char *name = "player.app.showPopup";
    struct Params {
        std::string title;
        std::string message;
    };
    struct Result {};
};

// Returns the configuration of the message's panel; null for an unknown panel.
struct PanelGetConfig {
    static constexpr const char *name = "player.panel.getConfig";
    struct Params {};
    struct Result {
        // null when empty.
        std::optional<PanelConfig> config{};
    };
};

// Changes the given fields of the configuration of the message's panel.
struct PanelSetConfig {
    static constexpr const char *name = "player.panel.setConfig";
    struct Params {
        PanelPatch patch;
    };
    struct Result {
        PanelConfig config;
    };
};

// Returns the dots per inch of the display of the message's panel.
struct SystemDisplay {
    static constexpr const char *name = "player.system.display";
    struct Params {};
    struct Result {
        std::int64_t dpi{};
    };
};

// Returns the user's locale as a BCP 47 tag.
struct SystemLocale {
    static constexpr const char *name = "player.system.locale";
    struct Params {};
    struct Result {
        std::string locale;
    };
};

// Returns the system's colours: dark or light, the accent colour as #RRGGBB, transparency on or off.
struct SystemTheme {
    static constexpr const char *name = "player.system.theme";
    struct Params {};
    struct Result {
        bool darkMode{};
        std::string accentColor;
        bool transparency{};
    };
};

// Lists the playlists in the user's order, and the active one.
struct PlaylistList {
    static constexpr const char *name = "player.playlist.list";
    struct Params {};
    struct Result {
        struct PlaylistsItem {
            PlaylistId id;
            std::string name;
            std::int64_t count{};
            bool locked{};
            std::optional<bool> auto_{};
            std::optional<double> duration{};
        };
        // null when empty.
        std::optional<PlaylistId> active{};
        std::vector<PlaylistsItem> playlists;
    };
};

// Creates a playlist at an index, by default at the end of the list.
struct PlaylistCreate {
    static constexpr const char *name = "player.playlist.create";
    struct Params {
        std::string name;
        std::optional<std::int64_t> index{};
    };
    struct Result {
        PlaylistId playlist;
    };
};

// Appends tracks to a playlist; start is the index of the first new item.
struct PlaylistAppend {
    static constexpr const char *name = "player.playlist.append";
    struct Params {
        PlaylistId playlist;
        std::vector<Handle> handles;
    };
    struct Result {
        std::int64_t start{};
        std::int64_t count{};
    };
};

// Removes count items from start on; answers how many items are left.
struct PlaylistRemove {
    static constexpr const char *name = "player.playlist.remove";
    struct Params {
        PlaylistId playlist;
        std::int64_t start{};
        std::int64_t count{};
    };
    struct Result {
        std::int64_t count{};
    };
};

// Locks a playlist under a name against all user actions, or unlocks it. The bridge's own actions pass.
struct PlaylistLock {
    static constexpr const char *name = "player.playlist.lock";
    struct Params {
        PlaylistId playlist;
        std::string name;
        bool locked{};
    };
    struct Result {};
};

// Makes a playlist the active one.
struct PlaylistActivate {
    static constexpr const char *name = "player.playlist.activate";
    struct Params {
        PlaylistId playlist;
    };
    struct Result {};
};

// Returns the playing track and its place; members that do not apply are null.
struct PlaybackNowPlaying {
    static constexpr const char *name = "player.playback.nowPlaying";
    struct Params {};
    struct Result {
        // null when empty.
        std::optional<Track> track{};
        // null when empty.
        std::optional<PlaylistId> playlist{};
        // null when empty.
        std::optional<std::int64_t> item{};
    };
};

// Requests playback of a playlist item; answers at once, not when the file or stream is open.
struct PlaybackPlay {
    static constexpr const char *name = "player.playback.play";
    struct Params {
        PlaylistId playlist;
        std::int64_t item{};
    };
    struct Result {};
};

// Stops playback.
struct PlaybackStop {
    static constexpr const char *name = "player.playback.stop";
    struct Params {};
    struct Result {};
};

// Plays the next track.
struct PlaybackNext {
    static constexpr const char *name = "player.playback.next";
    struct Params {};
    struct Result {};
};

// Sets the playback order (0 is the default order) and returns the previous one.
struct PlaybackSetOrder {
    static constexpr const char *name = "player.playback.setOrder";
    struct Params {
        std::int64_t order{};
    };
    struct Result {
        std::int64_t previous{};
    };
};

// Returns the whole playback queue in order.
struct QueueGet {
    static constexpr const char *name = "player.queue.get";
    struct Params {};
    struct Result {
        std::vector<QueuedTrack> entries;
    };
};

// Returns the ids of all entries of the playback queue in order.
struct QueueIds {
    static constexpr const char *name = "player.queue.ids";
    struct Params {};
    struct Result {
        std::vector<std::string> entries;
    };
};

// Returns how many entries the playback queue has.
struct QueueCount {
    static constexpr const char *name = "player.queue.count";
    struct Params {};
    struct Result {
        std::int64_t count{};
    };
};

// Queues playlist items at the end; answers how many entries are queued now, and the ids of the new ones. A player
// that queues an item only once leaves out what is queued already.
struct QueueAppend {
    static constexpr const char *name = "player.queue.append";
    struct Params {
        struct EntriesItem {
            PlaylistId playlist;
            std::int64_t item{};
        };
        std::vector<EntriesItem> entries;
    };
    struct Result {
        std::int64_t count{};
        std::vector<std::string> entries;
    };
};

// Removes entries; unknown ids are left out. Answers the ids of the removed entries, and how many are left.
struct QueueRemove {
    static constexpr const char *name = "player.queue.remove";
    struct Params {
        std::vector<std::string> entries;
    };
    struct Result {
        std::vector<std::string> removed;
        std::int64_t count{};
    };
};

// Puts entries first, in the given order, and the others behind them in theirs; unknown ids are left out. Answers the
// ids of the moved entries, and how many are queued.
struct QueueReorder {
    static constexpr const char *name = "player.queue.reorder";
    struct Params {
        std::vector<std::string> entries;
    };
    struct Result {
        std::vector<std::string> moved;
        std::int64_t count{};
    };
};

// Empties the playback queue; answers how many entries it had.
struct QueueClear {
    static constexpr const char *name = "player.queue.clear";
    struct Params {};
    struct Result {
        std::int64_t removed{};
    };
};

// Returns a page of the selection; limit null means all from offset on.
struct SelectionGet {
    static constexpr const char *name = "player.selection.get";
    struct Params {
        std::int64_t offset{};
        // null when empty.
        std::optional<std::int64_t> limit{};
    };
    struct Result {
        std::int64_t total{};
        std::string type;
        std::vector<Handle> handles;
        std::optional<PlaylistId> playlist{};
        std::optional<std::vector<std::int64_t>> items{};
    };
};

// Makes the given tracks the selection; an error when that is impossible.
struct SelectionSet {
    static constexpr const char *name = "player.selection.set";
    struct Params {
        std::vector<Handle> handles;
    };
    struct Result {
        std::int64_t count{};
    };
};

// Makes the selection follow the active playlist or its selected items.
struct SelectionTrack {
    static constexpr const char *name = "player.selection.track";
    struct Params {
        enum class Mode { playlist, selection };
        Mode mode{};
    };
    struct Result {};
};

// Calls an operation that an external plugin has registered; the answer is the caller's result.
struct PluginInvoke {
    static constexpr const char *name = "player.plugin.invoke";
    struct Params {
        std::string namespace_;
        std::string method;
        Json params;
    };
    using Result = Json;
};

// Returns the state of playback; seconds, length 0 when unknown, level as linear amplitude.
struct PlaybackState {
    static constexpr const char *name = "player.playback.state";
    struct Params {};
    struct Result {
        enum class State { playing, paused, stopped };
        State state{};
        double position{};
        double length{};
        bool canSeek{};
        double level{};
        bool muted{};
        std::int64_t order{};
        bool stopAfterCurrent{};
    };
};

// Presses the play button of a stopped player.
struct PlaybackStart {
    static constexpr const char *name = "player.playback.start";
    struct Params {};
    struct Result {};
};

// Pauses or resumes playback.
struct PlaybackPause {
    static constexpr const char *name = "player.playback.pause";
    struct Params {
        bool paused{};
    };
    struct Result {};
};

// Plays the previous track.
struct PlaybackPrevious {
    static constexpr const char *name = "player.playback.previous";
    struct Params {};
    struct Result {};
};

// Moves playback to a position, in seconds from the beginning of the track.
struct PlaybackSeek {
    static constexpr const char *name = "player.playback.seek";
    struct Params {
        double position{};
    };
    struct Result {};
};

// Sets the volume as linear amplitude, the mute, or both; at least one of them is given.
struct PlaybackSetVolume {
    static constexpr const char *name = "player.playback.setVolume";
    struct Params {
        std::optional<double> level{};
        std::optional<bool> muted{};
    };
    struct Result {};
};

// Sets whether playback stops at the end of the playing track.
struct PlaybackSetStopAfterCurrent {
    static constexpr const char *name = "player.playback.setStopAfterCurrent";
    struct Params {
        bool enabled{};
    };
    struct Result {};
};

// Returns a page of a playlist's tracks and how many there are in all.
struct PlaylistItems {
    static constexpr const char *name = "player.playlist.items";
    struct Params {
        PlaylistId playlist;
        std::int64_t start{};
        std::int64_t count{};
    };
    struct Result {
        std::int64_t total{};
        std::vector<Track> tracks;
    };
};

// Renames a playlist.
struct PlaylistRename {
    static constexpr const char *name = "player.playlist.rename";
    struct Params {
        PlaylistId playlist;
        std::string name;
    };
    struct Result {};
};

// Removes a playlist.
struct PlaylistDelete {
    static constexpr const char *name = "player.playlist.delete";
    struct Params {
        PlaylistId playlist;
    };
    struct Result {};
};

// Removes items (ascending, distinct, all valid) in one step; answers how many are left.
struct PlaylistRemoveItems {
    static constexpr const char *name = "player.playlist.removeItems";
    struct Params {
        PlaylistId playlist;
        std::vector<std::int64_t> items;
    };
    struct Result {
        std::int64_t count{};
    };
};

// Reorders a playlist by a permutation, order[new] = old, as a whole or not at all.
struct PlaylistReorder {
    static constexpr const char *name = "player.playlist.reorder";
    struct Params {
        PlaylistId playlist;
        std::vector<std::int64_t> order;
    };
    struct Result {};
};

// Returns a page of the media library, in an order that stays the same until signal.libraryChanged.
struct LibraryTracks {
    static constexpr const char *name = "player.library.tracks";
    struct Params {
        std::int64_t offset{};
        std::int64_t limit{};
    };
    struct Result {
        struct TracksItem {
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
            std::optional<double> added{};
            std::optional<double> modified{};
        };
        bool enabled{};
        std::int64_t total{};
        std::vector<TracksItem> tracks;
    };
};

// Begins a scan of the media library; answers once it has begun.
struct LibraryRescan {
    static constexpr const char *name = "player.library.rescan";
    struct Params {};
    struct Result {};
};

// Returns a track's picture as base64 data or, where accept is any, as a URL that the page can load.
struct ArtworkGet {
    static constexpr const char *name = "player.artwork.get";
    struct Params {
        enum class Type { front, back, disc, icon, artist };
        enum class Accept { bytes, any };
        Handle handle;
        Type type{};
        // null when empty.
        std::optional<std::int64_t> maxSize{};
        Accept accept{};
    };
    struct Result {
        bool found{};
        std::optional<std::string> mimeType{};
        std::optional<std::string> data{};
        std::optional<std::string> url{};
    };
};

// Returns a track's lyrics; null when there are none.
struct MediaLyrics {
    static constexpr const char *name = "player.media.lyrics";
    struct Params {
        Handle handle;
    };
    struct Result {
        enum class Source { embedded, file };
        // null when empty.
        std::optional<std::string> text{};
        std::optional<Source> source{};
    };
};

// Acts on the window of the message's panel; restore leaves full screen, or else the maximized state.
struct WindowRun {
    static constexpr const char *name = "player.window.run";
    struct Params {
        enum class Command { minimize, maximize, restore, close, startDrag };
        Command command{};
    };
    struct Result {};
};

// Returns the state of the window of the message's panel; null when it has none of its own.
struct WindowState {
    static constexpr const char *name = "player.window.state";
    struct Params {};
    struct Result {
        struct Window {
            bool maximized{};
            bool minimized{};
            bool fullscreen{};
            bool active{};
        };
        // null when empty.
        std::optional<Window> window{};
    };
};

// Lists the player's components.
struct AppComponents {
    static constexpr const char *name = "player.app.components";
    struct Params {};
    struct Result {
        struct ComponentsItem {
            std::string filename;
            std::string name;
            std::string version;
            std::string about;
        };
        std::vector<ComponentsItem> components;
    };
};

// All types above, for templates that expand the list.
using All = TypeList<ClipboardRead, ClipboardWrite, ConsolePrint, MediaAuthorize, MediaResolve, MediaInfo, MenuBuild, MenuListMainCommands, MenuRunMain, MenuRunContext, MenuPopup, OverlayOpen, OverlayClose, AppRun, AppPaths, AppShowLibrarySearch, AppShowPopup, PanelGetConfig, PanelSetConfig, SystemDisplay, SystemLocale, SystemTheme, PlaylistList, PlaylistCreate, PlaylistAppend, PlaylistRemove, PlaylistLock, PlaylistActivate, PlaybackNowPlaying, PlaybackPlay, PlaybackStop, PlaybackNext, PlaybackSetOrder, QueueGet, QueueIds, QueueCount, QueueAppend, QueueRemove, QueueReorder, QueueClear, SelectionGet, SelectionSet, SelectionTrack, PluginInvoke, PlaybackState, PlaybackStart, PlaybackPause, PlaybackPrevious, PlaybackSeek, PlaybackSetVolume, PlaybackSetStopAfterCurrent, PlaylistItems, PlaylistRename, PlaylistDelete, PlaylistRemoveItems, PlaylistReorder, LibraryTracks, LibraryRescan, ArtworkGet, MediaLyrics, WindowRun, WindowState, AppComponents>;

}  // namespace actions

template <> bool read(const Json &json, actions::ClipboardRead::Params &value, Misfit &misfit);
template <> Json write(const actions::ClipboardRead::Params &value);
template <> bool read(const Json &json, actions::ClipboardRead::Result &value, Misfit &misfit);
template <> Json write(const actions::ClipboardRead::Result &value);
template <> bool read(const Json &json, actions::ClipboardWrite::Params::FormatsItem::Format &value, Misfit &misfit);
template <> Json write(const actions::ClipboardWrite::Params::FormatsItem::Format &value);
template <> bool read(const Json &json, actions::ClipboardWrite::Params::FormatsItem &value, Misfit &misfit);
template <> Json write(const actions::ClipboardWrite::Params::FormatsItem &value);
template <> bool read(const Json &json, actions::ClipboardWrite::Params &value, Misfit &misfit);
template <> Json write(const actions::ClipboardWrite::Params &value);
template <> bool read(const Json &json, actions::ClipboardWrite::Result::WrittenItem &value, Misfit &misfit);
template <> Json write(const actions::ClipboardWrite::Result::WrittenItem &value);
template <> bool read(const Json &json, actions::ClipboardWrite::Result &value, Misfit &misfit);
template <> Json write(const actions::ClipboardWrite::Result &value);
template <> bool read(const Json &json, actions::ConsolePrint::Params::Level &value, Misfit &misfit);
template <> Json write(const actions::ConsolePrint::Params::Level &value);
template <> bool read(const Json &json, actions::ConsolePrint::Params &value, Misfit &misfit);
template <> Json write(const actions::ConsolePrint::Params &value);
template <> bool read(const Json &json, actions::ConsolePrint::Result &value, Misfit &misfit);
template <> Json write(const actions::ConsolePrint::Result &value);
template <> bool read(const Json &json, actions::MediaAuthorize::Params &value, Misfit &misfit);
template <> Json write(const actions::MediaAuthorize::Params &value);
template <> bool read(const Json &json, actions::MediaAuthorize::Result::DeniedItem &value, Misfit &misfit);
template <> Json write(const actions::MediaAuthorize::Result::DeniedItem &value);
template <> bool read(const Json &json, actions::MediaAuthorize::Result &value, Misfit &misfit);
template <> Json write(const actions::MediaAuthorize::Result &value);
template <> bool read(const Json &json, actions::MediaResolve::Params &value, Misfit &misfit);
template <> Json write(const actions::MediaResolve::Params &value);
template <> bool read(const Json &json, actions::MediaResolve::Result &value, Misfit &misfit);
template <> Json write(const actions::MediaResolve::Result &value);
template <> bool read(const Json &json, actions::MediaInfo::Params &value, Misfit &misfit);
template <> Json write(const actions::MediaInfo::Params &value);
template <> bool read(const Json &json, actions::MediaInfo::Result &value, Misfit &misfit);
template <> Json write(const actions::MediaInfo::Result &value);
template <> bool read(const Json &json, actions::MenuBuild::Params::Kind &value, Misfit &misfit);
template <> Json write(const actions::MenuBuild::Params::Kind &value);
template <> bool read(const Json &json, actions::MenuBuild::Params &value, Misfit &misfit);
template <> Json write(const actions::MenuBuild::Params &value);
template <> bool read(const Json &json, actions::MenuBuild::Result &value, Misfit &misfit);
template <> Json write(const actions::MenuBuild::Result &value);
template <> bool read(const Json &json, actions::MenuListMainCommands::Params &value, Misfit &misfit);
template <> Json write(const actions::MenuListMainCommands::Params &value);
template <> bool read(const Json &json, actions::MenuListMainCommands::Result::CommandsItem &value, Misfit &misfit);
template <> Json write(const actions::MenuListMainCommands::Result::CommandsItem &value);
template <> bool read(const Json &json, actions::MenuListMainCommands::Result &value, Misfit &misfit);
template <> Json write(const actions::MenuListMainCommands::Result &value);
template <> bool read(const Json &json, actions::MenuRunMain::Params &value, Misfit &misfit);
template <> Json write(const actions::MenuRunMain::Params &value);
template <> bool read(const Json &json, actions::MenuRunMain::Result &value, Misfit &misfit);
template <> Json write(const actions::MenuRunMain::Result &value);
template <> bool read(const Json &json, actions::MenuRunContext::Params &value, Misfit &misfit);
template <> Json write(const actions::MenuRunContext::Params &value);
template <> bool read(const Json &json, actions::MenuRunContext::Result &value, Misfit &misfit);
template <> Json write(const actions::MenuRunContext::Result &value);
template <> bool read(const Json &json, actions::MenuPopup::Params &value, Misfit &misfit);
template <> Json write(const actions::MenuPopup::Params &value);
template <> bool read(const Json &json, actions::MenuPopup::Result &value, Misfit &misfit);
template <> Json write(const actions::MenuPopup::Result &value);
template <> bool read(const Json &json, actions::OverlayOpen::Params::WindowMode &value, Misfit &misfit);
template <> Json write(const actions::OverlayOpen::Params::WindowMode &value);
template <> bool read(const Json &json, actions::OverlayOpen::Params::Backdrop &value, Misfit &misfit);
template <> Json write(const actions::OverlayOpen::Params::Backdrop &value);
template <> bool read(const Json &json, actions::OverlayOpen::Params &value, Misfit &misfit);
template <> Json write(const actions::OverlayOpen::Params &value);
template <> bool read(const Json &json, actions::OverlayOpen::Result &value, Misfit &misfit);
template <> Json write(const actions::OverlayOpen::Result &value);
template <> bool read(const Json &json, actions::OverlayClose::Params &value, Misfit &misfit);
template <> Json write(const actions::OverlayClose::Params &value);
template <> bool read(const Json &json, actions::OverlayClose::Result &value, Misfit &misfit);
template <> Json write(const actions::OverlayClose::Result &value);
template <> bool read(const Json &json, actions::AppRun::Params::Command &value, Misfit &misfit);
template <> Json write(const actions::AppRun::Params::Command &value);
template <> bool read(const Json &json, actions::AppRun::Params &value, Misfit &misfit);
template <> Json write(const actions::AppRun::Params &value);
template <> bool read(const Json &json, actions::AppRun::Result &value, Misfit &misfit);
template <> Json write(const actions::AppRun::Result &value);
template <> bool read(const Json &json, actions::AppPaths::Params &value, Misfit &misfit);
template <> Json write(const actions::AppPaths::Params &value);
template <> bool read(const Json &json, actions::AppPaths::Result &value, Misfit &misfit);
template <> Json write(const actions::AppPaths::Result &value);
template <> bool read(const Json &json, actions::AppShowLibrarySearch::Params &value, Misfit &misfit);
template <> Json write(const actions::AppShowLibrarySearch::Params &value);
template <> bool read(const Json &json, actions::AppShowLibrarySearch::Result &value, Misfit &misfit);
template <> Json write(const actions::AppShowLibrarySearch::Result &value);
template <> bool read(const Json &json, actions::AppShowPopup::Params &value, Misfit &misfit);
template <> Json write(const actions::AppShowPopup::Params &value);
template <> bool read(const Json &json, actions::AppShowPopup::Result &value, Misfit &misfit);
template <> Json write(const actions::AppShowPopup::Result &value);
template <> bool read(const Json &json, actions::PanelGetConfig::Params &value, Misfit &misfit);
template <> Json write(const actions::PanelGetConfig::Params &value);
template <> bool read(const Json &json, actions::PanelGetConfig::Result &value, Misfit &misfit);
template <> Json write(const actions::PanelGetConfig::Result &value);
template <> bool read(const Json &json, actions::PanelSetConfig::Params &value, Misfit &misfit);
template <> Json write(const actions::PanelSetConfig::Params &value);
template <> bool read(const Json &json, actions::PanelSetConfig::Result &value, Misfit &misfit);
template <> Json write(const actions::PanelSetConfig::Result &value);
template <> bool read(const Json &json, actions::SystemDisplay::Params &value, Misfit &misfit);
template <> Json write(const actions::SystemDisplay::Params &value);
template <> bool read(const Json &json, actions::SystemDisplay::Result &value, Misfit &misfit);
template <> Json write(const actions::SystemDisplay::Result &value);
template <> bool read(const Json &json, actions::SystemLocale::Params &value, Misfit &misfit);
template <> Json write(const actions::SystemLocale::Params &value);
template <> bool read(const Json &json, actions::SystemLocale::Result &value, Misfit &misfit);
template <> Json write(const actions::SystemLocale::Result &value);
template <> bool read(const Json &json, actions::SystemTheme::Params &value, Misfit &misfit);
template <> Json write(const actions::SystemTheme::Params &value);
template <> bool read(const Json &json, actions::SystemTheme::Result &value, Misfit &misfit);
template <> Json write(const actions::SystemTheme::Result &value);
template <> bool read(const Json &json, actions::PlaylistList::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistList::Params &value);
template <> bool read(const Json &json, actions::PlaylistList::Result::PlaylistsItem &value, Misfit &misfit);
template <> Json write(const actions::PlaylistList::Result::PlaylistsItem &value);
template <> bool read(const Json &json, actions::PlaylistList::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistList::Result &value);
template <> bool read(const Json &json, actions::PlaylistCreate::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistCreate::Params &value);
template <> bool read(const Json &json, actions::PlaylistCreate::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistCreate::Result &value);
template <> bool read(const Json &json, actions::PlaylistAppend::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistAppend::Params &value);
template <> bool read(const Json &json, actions::PlaylistAppend::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistAppend::Result &value);
template <> bool read(const Json &json, actions::PlaylistRemove::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistRemove::Params &value);
template <> bool read(const Json &json, actions::PlaylistRemove::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistRemove::Result &value);
template <> bool read(const Json &json, actions::PlaylistLock::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistLock::Params &value);
template <> bool read(const Json &json, actions::PlaylistLock::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistLock::Result &value);
template <> bool read(const Json &json, actions::PlaylistActivate::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistActivate::Params &value);
template <> bool read(const Json &json, actions::PlaylistActivate::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistActivate::Result &value);
template <> bool read(const Json &json, actions::PlaybackNowPlaying::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackNowPlaying::Params &value);
template <> bool read(const Json &json, actions::PlaybackNowPlaying::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackNowPlaying::Result &value);
template <> bool read(const Json &json, actions::PlaybackPlay::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackPlay::Params &value);
template <> bool read(const Json &json, actions::PlaybackPlay::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackPlay::Result &value);
template <> bool read(const Json &json, actions::PlaybackStop::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackStop::Params &value);
template <> bool read(const Json &json, actions::PlaybackStop::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackStop::Result &value);
template <> bool read(const Json &json, actions::PlaybackNext::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackNext::Params &value);
template <> bool read(const Json &json, actions::PlaybackNext::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackNext::Result &value);
template <> bool read(const Json &json, actions::PlaybackSetOrder::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackSetOrder::Params &value);
template <> bool read(const Json &json, actions::PlaybackSetOrder::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackSetOrder::Result &value);
template <> bool read(const Json &json, actions::QueueGet::Params &value, Misfit &misfit);
template <> Json write(const actions::QueueGet::Params &value);
template <> bool read(const Json &json, actions::QueueGet::Result &value, Misfit &misfit);
template <> Json write(const actions::QueueGet::Result &value);
template <> bool read(const Json &json, actions::QueueIds::Params &value, Misfit &misfit);
template <> Json write(const actions::QueueIds::Params &value);
template <> bool read(const Json &json, actions::QueueIds::Result &value, Misfit &misfit);
template <> Json write(const actions::QueueIds::Result &value);
template <> bool read(const Json &json, actions::QueueCount::Params &value, Misfit &misfit);
template <> Json write(const actions::QueueCount::Params &value);
template <> bool read(const Json &json, actions::QueueCount::Result &value, Misfit &misfit);
template <> Json write(const actions::QueueCount::Result &value);
template <> bool read(const Json &json, actions::QueueAppend::Params::EntriesItem &value, Misfit &misfit);
template <> Json write(const actions::QueueAppend::Params::EntriesItem &value);
template <> bool read(const Json &json, actions::QueueAppend::Params &value, Misfit &misfit);
template <> Json write(const actions::QueueAppend::Params &value);
template <> bool read(const Json &json, actions::QueueAppend::Result &value, Misfit &misfit);
template <> Json write(const actions::QueueAppend::Result &value);
template <> bool read(const Json &json, actions::QueueRemove::Params &value, Misfit &misfit);
template <> Json write(const actions::QueueRemove::Params &value);
template <> bool read(const Json &json, actions::QueueRemove::Result &value, Misfit &misfit);
template <> Json write(const actions::QueueRemove::Result &value);
template <> bool read(const Json &json, actions::QueueReorder::Params &value, Misfit &misfit);
template <> Json write(const actions::QueueReorder::Params &value);
template <> bool read(const Json &json, actions::QueueReorder::Result &value, Misfit &misfit);
template <> Json write(const actions::QueueReorder::Result &value);
template <> bool read(const Json &json, actions::QueueClear::Params &value, Misfit &misfit);
template <> Json write(const actions::QueueClear::Params &value);
template <> bool read(const Json &json, actions::QueueClear::Result &value, Misfit &misfit);
template <> Json write(const actions::QueueClear::Result &value);
template <> bool read(const Json &json, actions::SelectionGet::Params &value, Misfit &misfit);
template <> Json write(const actions::SelectionGet::Params &value);
template <> bool read(const Json &json, actions::SelectionGet::Result &value, Misfit &misfit);
template <> Json write(const actions::SelectionGet::Result &value);
template <> bool read(const Json &json, actions::SelectionSet::Params &value, Misfit &misfit);
template <> Json write(const actions::SelectionSet::Params &value);
template <> bool read(const Json &json, actions::SelectionSet::Result &value, Misfit &misfit);
template <> Json write(const actions::SelectionSet::Result &value);
template <> bool read(const Json &json, actions::SelectionTrack::Params::Mode &value, Misfit &misfit);
template <> Json write(const actions::SelectionTrack::Params::Mode &value);
template <> bool read(const Json &json, actions::SelectionTrack::Params &value, Misfit &misfit);
template <> Json write(const actions::SelectionTrack::Params &value);
template <> bool read(const Json &json, actions::SelectionTrack::Result &value, Misfit &misfit);
template <> Json write(const actions::SelectionTrack::Result &value);
template <> bool read(const Json &json, actions::PluginInvoke::Params &value, Misfit &misfit);
template <> Json write(const actions::PluginInvoke::Params &value);
template <> bool read(const Json &json, actions::PlaybackState::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackState::Params &value);
template <> bool read(const Json &json, actions::PlaybackState::Result::State &value, Misfit &misfit);
template <> Json write(const actions::PlaybackState::Result::State &value);
template <> bool read(const Json &json, actions::PlaybackState::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackState::Result &value);
template <> bool read(const Json &json, actions::PlaybackStart::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackStart::Params &value);
template <> bool read(const Json &json, actions::PlaybackStart::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackStart::Result &value);
template <> bool read(const Json &json, actions::PlaybackPause::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackPause::Params &value);
template <> bool read(const Json &json, actions::PlaybackPause::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackPause::Result &value);
template <> bool read(const Json &json, actions::PlaybackPrevious::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackPrevious::Params &value);
template <> bool read(const Json &json, actions::PlaybackPrevious::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackPrevious::Result &value);
template <> bool read(const Json &json, actions::PlaybackSeek::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackSeek::Params &value);
template <> bool read(const Json &json, actions::PlaybackSeek::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackSeek::Result &value);
template <> bool read(const Json &json, actions::PlaybackSetVolume::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackSetVolume::Params &value);
template <> bool read(const Json &json, actions::PlaybackSetVolume::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackSetVolume::Result &value);
template <> bool read(const Json &json, actions::PlaybackSetStopAfterCurrent::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaybackSetStopAfterCurrent::Params &value);
template <> bool read(const Json &json, actions::PlaybackSetStopAfterCurrent::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaybackSetStopAfterCurrent::Result &value);
template <> bool read(const Json &json, actions::PlaylistItems::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistItems::Params &value);
template <> bool read(const Json &json, actions::PlaylistItems::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistItems::Result &value);
template <> bool read(const Json &json, actions::PlaylistRename::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistRename::Params &value);
template <> bool read(const Json &json, actions::PlaylistRename::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistRename::Result &value);
template <> bool read(const Json &json, actions::PlaylistDelete::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistDelete::Params &value);
template <> bool read(const Json &json, actions::PlaylistDelete::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistDelete::Result &value);
template <> bool read(const Json &json, actions::PlaylistRemoveItems::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistRemoveItems::Params &value);
template <> bool read(const Json &json, actions::PlaylistRemoveItems::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistRemoveItems::Result &value);
template <> bool read(const Json &json, actions::PlaylistReorder::Params &value, Misfit &misfit);
template <> Json write(const actions::PlaylistReorder::Params &value);
template <> bool read(const Json &json, actions::PlaylistReorder::Result &value, Misfit &misfit);
template <> Json write(const actions::PlaylistReorder::Result &value);
template <> bool read(const Json &json, actions::LibraryTracks::Params &value, Misfit &misfit);
template <> Json write(const actions::LibraryTracks::Params &value);
template <> bool read(const Json &json, actions::LibraryTracks::Result::TracksItem &value, Misfit &misfit);
template <> Json write(const actions::LibraryTracks::Result::TracksItem &value);
template <> bool read(const Json &json, actions::LibraryTracks::Result &value, Misfit &misfit);
template <> Json write(const actions::LibraryTracks::Result &value);
template <> bool read(const Json &json, actions::LibraryRescan::Params &value, Misfit &misfit);
template <> Json write(const actions::LibraryRescan::Params &value);
template <> bool read(const Json &json, actions::LibraryRescan::Result &value, Misfit &misfit);
template <> Json write(const actions::LibraryRescan::Result &value);
template <> bool read(const Json &json, actions::ArtworkGet::Params::Type &value, Misfit &misfit);
template <> Json write(const actions::ArtworkGet::Params::Type &value);
template <> bool read(const Json &json, actions::ArtworkGet::Params::Accept &value, Misfit &misfit);
template <> Json write(const actions::ArtworkGet::Params::Accept &value);
template <> bool read(const Json &json, actions::ArtworkGet::Params &value, Misfit &misfit);
template <> Json write(const actions::ArtworkGet::Params &value);
template <> bool read(const Json &json, actions::ArtworkGet::Result &value, Misfit &misfit);
template <> Json write(const actions::ArtworkGet::Result &value);
template <> bool read(const Json &json, actions::MediaLyrics::Params &value, Misfit &misfit);
template <> Json write(const actions::MediaLyrics::Params &value);
template <> bool read(const Json &json, actions::MediaLyrics::Result::Source &value, Misfit &misfit);
template <> Json write(const actions::MediaLyrics::Result::Source &value);
template <> bool read(const Json &json, actions::MediaLyrics::Result &value, Misfit &misfit);
template <> Json write(const actions::MediaLyrics::Result &value);
template <> bool read(const Json &json, actions::WindowRun::Params::Command &value, Misfit &misfit);
template <> Json write(const actions::WindowRun::Params::Command &value);
template <> bool read(const Json &json, actions::WindowRun::Params &value, Misfit &misfit);
template <> Json write(const actions::WindowRun::Params &value);
template <> bool read(const Json &json, actions::WindowRun::Result &value, Misfit &misfit);
template <> Json write(const actions::WindowRun::Result &value);
template <> bool read(const Json &json, actions::WindowState::Params &value, Misfit &misfit);
template <> Json write(const actions::WindowState::Params &value);
template <> bool read(const Json &json, actions::WindowState::Result::Window &value, Misfit &misfit);
template <> Json write(const actions::WindowState::Result::Window &value);
template <> bool read(const Json &json, actions::WindowState::Result &value, Misfit &misfit);
template <> Json write(const actions::WindowState::Result &value);
template <> bool read(const Json &json, actions::AppComponents::Params &value, Misfit &misfit);
template <> Json write(const actions::AppComponents::Params &value);
template <> bool read(const Json &json, actions::AppComponents::Result::ComponentsItem &value, Misfit &misfit);
template <> Json write(const actions::AppComponents::Result::ComponentsItem &value);
template <> bool read(const Json &json, actions::AppComponents::Result &value, Misfit &misfit);
template <> Json write(const actions::AppComponents::Result &value);

}  // namespace tonearm
