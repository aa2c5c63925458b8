// Generated from the definitions by `deno task docs`. Do not edit.
// The operations that panels call. Rules: docs/operations/. An empty std::optional member is left out of the message,
// or written as null where its comment says so.
#pragma once

#include "tonearm/shapes.hpp"

namespace tonearm {

namespace operations {

// Reads the clipboard and reports which formats it holds.
struct ClipboardRead {
    static constexpr const char *name = "clipboard.read";
    struct Params {};
    struct Result {
        bool success{};
        // Empty when the clipboard holds no text.
        std::optional<std::string> text{};
        // Paths; empty when the clipboard holds no files.
        std::optional<std::vector<std::string>> files{};
        std::optional<bool> hasText{};
        std::optional<bool> hasFiles{};
        std::optional<bool> hasImage{};
        std::optional<std::string> error{};
    };
};

// Replaces the clipboard with Unicode text.
struct ClipboardWrite {
    static constexpr const char *name = "clipboard.write";
    struct Params {
        // The text; not empty.
        std::string text;
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Places a file list on the clipboard for pasting into shell targets.
struct ClipboardWriteFiles {
    static constexpr const char *name = "clipboard.writeFiles";
    struct Params {
        // Absolute paths of files that may be read as media. All are written, or none.
        std::vector<std::string> paths;
    };
    struct Result {
        bool success{};
        std::optional<std::int64_t> fileCount{};
        std::optional<std::string> error{};
    };
};

// Replaces the clipboard with HTML and a plain-text fallback.
struct ClipboardWriteHTML {
    static constexpr const char *name = "clipboard.writeHTML";
    struct Params {
        // The HTML fragment; not empty.
        std::string html;
        // The text for programs without HTML support; the html string itself when omitted or empty.
        std::optional<std::string> plainText{};
    };
    struct Result {
        bool success{};
        std::optional<bool> htmlWritten{};
        std::optional<bool> textWritten{};
        std::optional<std::string> error{};
    };
};

// Prints a message to the player console.
struct ConsoleLog {
    static constexpr const char *name = "console.log";
    struct Params {
        // The text. A value that is not a string is written as JSON, null included.
        std::optional<Json> message{};
        // Values that are joined with blanks, used only without `message`. One of the two is required.
        std::optional<std::vector<Json>> args{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Prints a message with a WARN marker to the player console.
struct ConsoleWarn {
    static constexpr const char *name = "console.warn";
    struct Params {
        // The text. A value that is not a string is written as JSON, null included.
        std::optional<Json> message{};
        // Values that are joined with blanks, used only without `message`. One of the two is required.
        std::optional<std::vector<Json>> args{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Prints a message with an ERROR marker to the player console.
struct ConsoleError {
    static constexpr const char *name = "console.error";
    struct Params {
        // The text. A value that is not a string is written as JSON, null included.
        std::optional<Json> message{};
        // Values that are joined with blanks, used only without `message`. One of the two is required.
        std::optional<std::vector<Json>> args{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Starts or restarts a session with one track, which plays as soon as it is resolved.
struct JitQueuePlayNow {
    static constexpr const char *name = "jitQueue.playNow";
    struct Params {
        // The page's own name for the track.
        std::string trackId;
        // A stream's URL or a file's path, with or without `|subsong:N`.
        std::string url;
        // The title for display; empty by default.
        std::optional<std::string> title{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> trackId{};
        // The shadow playlist's index.
        std::optional<std::int64_t> shadowPlaylist{};
        std::optional<std::string> error{};
    };
};

// Buffers the track after the current one, replacing an already buffered track.
struct JitQueueEnqueueNext {
    static constexpr const char *name = "jitQueue.enqueueNext";
    struct Params {
        // The page's own name for the track.
        std::string trackId;
        // A stream's URL or a file's path, with or without `|subsong:N`.
        std::string url;
        // The title for display; empty by default.
        std::optional<std::string> title{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> trackId{};
        // How many tracks the shadow playlist has from the current one on.
        std::optional<std::int64_t> bufferSize{};
        std::optional<std::string> error{};
    };
};

// Plays the next track.
struct JitQueueSkip {
    static constexpr const char *name = "jitQueue.skip";
    struct Params {};
    struct Result {
        bool success{};
        // The track before the switch.
        std::optional<std::string> currentTrackId{};
        std::optional<std::string> error{};
    };
};

// Stops playback and ends the session; by default also empties the shadow playlist.
struct JitQueueStop {
    static constexpr const char *name = "jitQueue.stop";
    struct Params {
        // Whether the shadow playlist is emptied as well.
        std::optional<bool> clearBuffer{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Empties the shadow playlist and ends the session; playback continues.
struct JitQueueClear {
    static constexpr const char *name = "jitQueue.clear";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Reports that the page has no further tracks.
struct JitQueueNotifyEmpty {
    static constexpr const char *name = "jitQueue.notifyEmpty";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Returns the session's state, its current and next track and the number of buffered tracks.
struct JitQueueGetState {
    static constexpr const char *name = "jitQueue.getState";
    struct Params {};
    struct Result {
        enum class State { Idle, Active, WaitingNext, Exhausted };
        State state{};
        // Whether the state is not `Idle`.
        bool isActive{};
        // Empty without a track.
        std::string currentTrackId;
        // Empty without a track.
        std::string nextTrackId;
        // How many tracks the shadow playlist has from the current one on.
        std::int64_t bufferSize{};
        // The shadow playlist's index; -1 without a shadow playlist.
        std::int64_t shadowPlaylist{};
    };
};

// Adds many tracks to the shadow playlist at once, and plays one of them or only appends them.
struct JitQueuePreloadBatch {
    static constexpr const char *name = "jitQueue.preloadBatch";
    struct Params {
        // URLs or paths, with or without `|subsong:N`; at most 10000 that are usable. Others are dropped.
        std::vector<std::string> urls;
        // Which of the tracks is played, counted without dropped entries.
        std::optional<std::int64_t> startIndex{};
        // Whether the shadow playlist is emptied first; otherwise the tracks are appended.
        std::optional<bool> replace{};
    };
    struct Result {
        bool success{};
        std::optional<Json> tracksAdded{};
        // How many entries were dropped; only when there were any.
        std::optional<std::int64_t> invalidCount{};
        std::optional<std::string> error{};
    };
};

// Truncates the component log file.
struct LogClear {
    static constexpr const char *name = "log.clear";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Reads the last lines of the component log file.
struct LogRead {
    static constexpr const char *name = "log.read";
    struct Params {
        // How many lines, counted from the end of the file.
        std::optional<std::int64_t> lines{};
    };
    struct Result {
        bool success{};
        // The lines joined by `\n`.
        std::optional<std::string> content{};
        std::optional<std::vector<std::string>> lines{};
        // How many lines were read.
        std::optional<std::int64_t> lineCount{};
        // How many lines the file has.
        std::optional<std::int64_t> totalLines{};
        std::optional<std::string> error{};
    };
};

// Appends a line to a log file.
struct LogWrite {
    static constexpr const char *name = "log.write";
    struct Params {
        // The text. A value that is not a string is written as JSON, null included.
        std::optional<Json> message{};
        // Values that are joined with blanks, used only without `message`. One of the two is required.
        std::optional<std::vector<Json>> args{};
        // The file's name in the log directory: no path, ending in `.log` or `.txt`.
        std::optional<std::string> file{};
        // Written in upper case before the text.
        std::optional<std::string> level{};
        // When false, the file is emptied first.
        std::optional<bool> append{};
        // Whether the line begins with the time.
        std::optional<bool> timestamp{};
    };
    struct Result {
        bool success{};
        // The full path of the file.
        std::optional<std::string> path{};
        std::optional<std::string> error{};
    };
};

// Closes the self-drawn menu overlay if one is open.
struct MenuClose {
    static constexpr const char *name = "menu.close";
    struct Params {
        // The reason that `menu:dismiss` gives, cut to 200 characters.
        std::optional<std::string> reason{};
    };
    struct Result {
        bool success{};
    };
};

// Returns the context menu tree for the chosen context.
struct MenuGetContextMenu {
    static constexpr const char *name = "menu.getContextMenu";
    struct Params {
        enum class Mode { auto_, selection, playlist, nowPlaying, handles };
        // Track handles, needed when `mode` is `handles`. Unusable ones are skipped.
        std::optional<std::vector<TrackHandle>> handles{};
        // Whether `displayLabel` is translated.
        std::optional<bool> i18n{};
        // The language to translate into, a BCP 47 tag; with `auto` labels stay as the player has them.
        std::optional<std::string> locale{};
        // The tracks that the menu is for. `auto` takes the first that exists of handles, playing track, selection
        // and playlist.
        std::optional<Mode> mode{};
        // Whether each submenu has `availability`.
        std::optional<bool> withAvailability{};
    };
    struct Result {
        enum class Mode { selection, playlist, nowPlaying, handles };
        bool success{};
        std::optional<std::vector<MenuItem>> items{};
        std::optional<bool> i18n{};
        std::optional<std::string> locale{};
        // The mode that took effect.
        std::optional<Mode> mode{};
        std::optional<bool> withAvailability{};
        std::optional<std::string> error{};
    };
};

// Returns the main menu tree, or a flat list of commands when the player cannot build a tree.
struct MenuGetMainMenu {
    static constexpr const char *name = "menu.getMainMenu";
    struct Params {
        // Whether `displayLabel` is translated.
        std::optional<bool> i18n{};
        // The language to translate into, a BCP 47 tag; with `auto` labels stay as the player has them.
        std::optional<std::string> locale{};
        // Name or path of the submenu to return; the whole menu when omitted or empty.
        std::optional<std::string> root{};
        // Whether each submenu has `availability`.
        std::optional<bool> withAvailability{};
    };
    struct Result {
        bool success{};
        std::optional<Json> items{};
        // Whether `items` is a flat list because there is no tree.
        std::optional<bool> fallback{};
        std::optional<std::string> error{};
    };
};

// Runs a context menu command on the playing track or, when none plays, on the selection.
struct MenuRunContextCommand {
    static constexpr const char *name = "menu.runContextCommand";
    struct Params {
        // The command's GUID, name or path.
        std::string command;
        // The GUID of a dynamically generated child of the command whose GUID is in `command`.
        std::optional<std::string> subGuid{};
    };
    struct Result {
        bool success{};
        // The command's GUID; only when it has one.
        std::optional<std::string> guid{};
        // How many tracks the command acted on.
        std::optional<std::int64_t> itemCount{};
        // False when the player could not observe that the command was completed.
        std::optional<bool> executionConfirmed{};
        std::optional<std::string> error{};
    };
};

// Runs a context menu command by the numeric id that menu.getContextMenu reports.
struct MenuRunContextCommandById {
    static constexpr const char *name = "menu.runContextCommandById";
    struct Params {
        enum class Mode { auto_, selection, playlist, nowPlaying, handles };
        // The command's `commandId` in `menu.getContextMenu`.
        std::int64_t id{};
        // The tracks that the menu is for. `auto` takes the first that exists of handles, playing track, selection
        // and playlist.
        std::optional<Mode> mode{};
        // Track handles, needed when `mode` is `handles`. Unusable ones are skipped.
        std::optional<std::vector<TrackHandle>> handles{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Runs a main menu command, given by its GUID, its name or its path.
struct MenuRunMainMenuCommand {
    static constexpr const char *name = "menu.runMainMenuCommand";
    struct Params {
        // The command's GUID, name or path. Names and paths are those of the player's language.
        std::string command;
        // The GUID of a dynamically generated child of the command whose GUID is in `command`.
        std::optional<std::string> subGuid{};
    };
    struct Result {
        enum class Code { MENU_ITEM_DISABLED, MENU_MATCH_AMBIGUOUS, MENU_COMMAND_NOT_FOUND };
        struct CandidatesItem {
            std::string name;
            std::string path;
            std::string guid;
            std::optional<std::string> subGuid{};
        };
        bool success{};
        std::optional<std::string> guid{};
        std::optional<std::string> error{};
        // Why the command was not run; absent when the player failed.
        std::optional<Code> code{};
        // The commands that match, when `code` is `MENU_MATCH_AMBIGUOUS`.
        std::optional<std::vector<CandidatesItem>> candidates{};
    };
};

// Opens the self-drawn menu overlay, replacing an open one, and returns its id.
struct MenuShow {
    static constexpr const char *name = "menu.show";
    struct Params {
        enum class WindowMode { fullscreen, contentSized };
        enum class WindowModel { fullscreen, contentSized };
        enum class Backdrop { acrylic, mica, mica_alt, none };
        // The menu's rows: at most 512 in all, 8 levels deep, with at most 64 segments a row and 262144 bytes of
        // icons in all.
        std::optional<std::vector<MenuRow>> items{};
        // Screen pixels; the cursor's position when omitted or negative.
        std::optional<std::int64_t> x{};
        // Screen pixels; the cursor's position when omitted or negative.
        std::optional<std::int64_t> y{};
        // `fullscreen` covers the work area, `contentSized` is a window of the menu's own size.
        std::optional<WindowMode> windowMode{};
        // An alias of `windowMode`, used only without `windowMode`.
        std::optional<WindowModel> windowModel{};
        // A style sheet of at most 262144 bytes.
        std::optional<std::string> css{};
        // Whether `css` replaces the built-in styles instead of being added to them.
        std::optional<bool> cssReplace{};
        // The material of the menu's background.
        std::optional<Backdrop> backdrop{};
        // Whether the backdrop is tinted dark.
        std::optional<bool> backdropDarkMode{};
        // Milliseconds between the end and the hiding of the menu, from 0 to 1000.
        std::optional<double> closeAnimationMs{};
    };
    struct Result {
        struct Details {
            enum class Field { items, depth, segments, svgTotal, css };
            Field field{};
            double limit{};
            double actual{};
        };
        bool success{};
        // The menu's id in events.
        std::optional<std::string> menuId{};
        std::optional<std::string> error{};
        // When a resource limit was exceeded.
        std::optional<Details> details{};
    };
};

// Opens the native context menu at the cursor; answers before it is shown.
struct MenuShowNativePopup {
    static constexpr const char *name = "menu.showNativePopup";
    struct Params {
        enum class Mode { auto_, selection, playlist, nowPlaying, handles };
        // Track handles, needed when `mode` is `handles`. Unusable ones are skipped.
        std::optional<std::vector<TrackHandle>> handles{};
        // The tracks that the menu is for. `auto` takes the first that exists of handles, playing track, selection
        // and playlist.
        std::optional<Mode> mode{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Requests the player's standard exit command.
struct MiscExit {
    static constexpr const char *name = "misc.exit";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Returns the directory that the component library was loaded from.
struct MiscGetComponentPath {
    static constexpr const char *name = "misc.getComponentPath";
    struct Params {};
    struct Result {
        std::string path;
        // The same as `path`.
        std::string value;
    };
};

// Returns the player's installation directory.
struct MiscGetFoobarPath {
    static constexpr const char *name = "misc.getFoobarPath";
    struct Params {};
    struct Result {
        std::string path;
        // The same as `path`.
        std::string value;
    };
};

// Returns the player's profile directory.
struct MiscGetProfilePath {
    static constexpr const char *name = "misc.getProfilePath";
    struct Params {};
    struct Result {
        std::string path;
        // The same as `path`.
        std::string value;
    };
};

// Requests the player's standard restart command.
struct MiscRestart {
    static constexpr const char *name = "misc.restart";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Opens the player's console window.
struct MiscShowConsole {
    static constexpr const char *name = "misc.showConsole";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Opens the media library search window with an initial query.
struct MiscShowLibrarySearch {
    static constexpr const char *name = "misc.showLibrarySearch";
    struct Params {
        // The initial search query.
        std::optional<std::string> query{};
    };
    struct Result {
        bool success{};
        // The query as used.
        std::optional<std::string> query{};
        std::optional<std::string> error{};
    };
};

// Shows a popup message dialog.
struct MiscShowPopupMessage {
    static constexpr const char *name = "misc.showPopupMessage";
    struct Params {
        // The message; empty by default. A value that is not a string is written as JSON.
        std::optional<std::string> message{};
        // An old name of `message`, used only without `message`.
        std::optional<std::string> msg{};
        // The dialog's title.
        std::optional<std::string> title{};
    };
    struct Result {
        bool success{};
    };
};

// Opens the preferences dialog.
struct MiscShowPreferences {
    static constexpr const char *name = "misc.showPreferences";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Returns the configuration of the calling panel.
struct PanelGetConfig {
    static constexpr const char *name = "panel.getConfig";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<PanelConfig> config{};
        std::optional<std::string> error{};
    };
};

// Updates the calling panel's configuration; omitted fields keep their value.
struct PanelSetConfig {
    static constexpr const char *name = "panel.setConfig";
    struct Params {
        // Whether the panel accepts drag and drop.
        std::optional<bool> enableDragDrop{};
        // Whether a click gives the panel the keyboard focus.
        std::optional<bool> grabFocus{};
        // The panel's display name.
        std::optional<std::string> panelName{};
        // Whether the panel's background is transparent.
        std::optional<bool> transparentBackground{};
    };
    struct Result {
        bool success{};
        // Whether a given value differs from the previous one.
        std::optional<bool> changed{};
        std::optional<std::string> error{};
    };
};

// Queues tracks by their position in a playlist.
struct QueueAdd {
    static constexpr const char *name = "queue.add";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // Indices of tracks in the playlist. Those out of range are skipped.
        std::optional<std::vector<std::int64_t>> tracks{};
        // One such index, used only without `tracks`.
        std::optional<std::int64_t> track{};
    };
    struct Result {
        // Whether something was queued.
        bool success{};
        // How many entries were queued.
        std::optional<std::int64_t> addedCount{};
        // How many entries are queued now.
        std::optional<std::int64_t> queueCount{};
        std::optional<std::string> error{};
    };
};

// Queues tracks by file path, adding them to a playlist first.
struct QueueAddPaths {
    static constexpr const char *name = "queue.addPaths";
    struct Params {
        // File paths, with or without `|subsong:N`. Unusable paths and paths without tracks are counted.
        std::vector<std::string> paths;
        // Whether the tracks are added to the playlist `[WebView Queue]`, which is created if needed.
        std::optional<bool> useQueuePlaylist{};
        // The index of the playlist to add to, used only when `useQueuePlaylist` is false; by default the active one.
        std::optional<std::int64_t> playlist{};
    };
    struct Result {
        bool success{};
        // How many entries were queued.
        std::optional<std::int64_t> addedCount{};
        // How many paths are unusable or have no tracks.
        std::optional<std::int64_t> invalidCount{};
        // The index of the playlist that the tracks were added to.
        std::optional<std::int64_t> playlist{};
        // How many entries are queued now.
        std::optional<std::int64_t> queueCount{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
    };
};

// Empties the playback queue.
struct QueueClear {
    static constexpr const char *name = "queue.clear";
    struct Params {};
    struct Result {
        bool success{};
        // How many entries were removed.
        std::optional<std::int64_t> clearedCount{};
        std::optional<std::string> error{};
    };
};

// Empties the playback queue, as queue.clear does.
struct QueueFlush {
    static constexpr const char *name = "queue.flush";
    struct Params {};
    struct Result {
        bool success{};
        // How many entries were removed.
        std::optional<std::int64_t> clearedCount{};
        std::optional<std::string> error{};
    };
};

// Returns every entry of the playback queue with its metadata and its place in a playlist.
struct QueueGet {
    static constexpr const char *name = "queue.get";
    struct Params {};
    struct Result {
        std::vector<QueueEntry> items;
        std::int64_t count{};
    };
};

// Returns how many entries the playback queue has.
struct QueueGetCount {
    static constexpr const char *name = "queue.getCount";
    struct Params {};
    struct Result {
        std::int64_t count{};
        bool hasItems{};
    };
};

// Moves an entry of the playback queue to the top; the others keep their order.
struct QueueMoveToTop {
    static constexpr const char *name = "queue.moveToTop";
    struct Params {
        // The queue index of the entry; not 0, which is already at the top.
        std::int64_t index{};
    };
    struct Result {
        bool success{};
        // The index that the entry had.
        std::optional<std::int64_t> movedIndex{};
        // How many entries are queued.
        std::optional<std::int64_t> queueCount{};
        std::optional<std::string> error{};
    };
};

// Removes one entry or several entries from the playback queue.
struct QueueRemove {
    static constexpr const char *name = "queue.remove";
    struct Params {
        // The queue index of one entry.
        std::optional<std::int64_t> index{};
        // Queue indices, used only when `index` is left out. Repeated ones and those out of range are skipped.
        std::optional<std::vector<std::int64_t>> indices{};
    };
    struct Result {
        bool success{};
        std::optional<std::int64_t> removedIndex{};
        // How many entries are left.
        std::optional<std::int64_t> queueCount{};
        std::optional<std::int64_t> removedCount{};
        std::optional<std::string> error{};
    };
};

// Returns the selected tracks, or a part of them, without touching any playlist.
struct SelectionGet {
    static constexpr const char *name = "selection.get";
    struct Params {
        // The index of the first track.
        std::optional<std::int64_t> offset{};
        // The maximum number of tracks, 0 for all from `offset` on; 100 when left out.
        std::optional<std::int64_t> limit{};
    };
    struct Result {
        enum class Type {
            now_playing, active_playlist_selection, active_playlist, playlist_manager, media_library_viewer, unknown
        };
        // The total number of selected tracks.
        std::int64_t count{};
        Type type{};
        // Track handles, `path` or `path|subsong:N`.
        std::vector<std::string> handles;
        // The offset as used.
        std::int64_t offset{};
        // Whether more tracks follow.
        bool hasMore{};
        // Only when more than 100 tracks are selected and `limit` was left out.
        std::optional<bool> truncated{};
    };
};

// Returns the type of the current selection, as a number and as a name.
struct SelectionGetType {
    static constexpr const char *name = "selection.getType";
    struct Params {};
    struct Result {
        enum class TypeName {
            now_playing, active_playlist_selection, active_playlist, playlist_manager, media_library_viewer, unknown
        };
        // The number that belongs to `typeName`.
        double type{};
        TypeName typeName{};
    };
};

// Returns whether viewers should prefer the playing track or the selection.
struct SelectionGetViewerMode {
    static constexpr const char *name = "selection.getViewerMode";
    struct Params {};
    struct Result {
        enum class Mode { prefer_playing, prefer_selection };
        Mode mode{};
    };
};

// Returns the track for viewers: of the preferred source, else of the other.
struct SelectionGetViewingTrack {
    static constexpr const char *name = "selection.getViewingTrack";
    struct Params {
        // Whether `track` is included.
        std::optional<bool> includeTrackInfo{};
    };
    using Result = Json;
};

// Makes the given tracks the current selection.
struct SelectionSet {
    static constexpr const char *name = "selection.set";
    struct Params {
        // Track handles, `path` or `path|subsong:N`; unusable ones are skipped.
        std::vector<std::string> handles;
    };
    struct Result {
        bool success{};
        // How many tracks are selected now.
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Makes the selection follow the active playlist or its selected items.
struct SelectionSetPlaylistTracking {
    static constexpr const char *name = "selection.setPlaylistTracking";
    struct Params {
        enum class Mode { playlist, selection };
        // Whether the selection follows the whole active playlist or its selected items.
        std::optional<Mode> mode{};
    };
    struct Result {
        enum class Mode { playlist, selection };
        bool success{};
        // The mode as used.
        std::optional<Mode> mode{};
        std::optional<std::string> error{};
    };
};

// Lists the registered APIs of one namespace.
struct SystemGetApisByNamespace {
    static constexpr const char *name = "system.getApisByNamespace";
    struct Params {
        // The namespace, case-sensitive.
        std::string namespace_;
    };
    struct Result {
        bool success{};
        std::optional<std::vector<ApiInfo>> apis{};
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Counts the registered APIs, built-in and external, in total and by namespace.
struct SystemGetApiStats {
    static constexpr const char *name = "system.getApiStats";
    struct Params {};
    struct Result {
        struct Registered {
            // How many operations there are.
            std::int64_t total{};
            // How many of them are built in.
            std::int64_t internal{};
            // How many of them belong to plugins.
            std::int64_t external{};
            // How many plugins there are.
            std::int64_t plugins{};
            // How many operations each namespace has.
            Json byNamespace;
        };
        bool success{};
        std::optional<Registered> registered{};
        std::optional<std::string> error{};
    };
};

// Returns the dots per inch and the scale of the calling panel's display.
struct SystemGetDPI {
    static constexpr const char *name = "system.getDPI";
    struct Params {};
    struct Result {
        // Dots per inch.
        std::int64_t dpi{};
        // Dots per inch divided by 96.
        double scale{};
    };
};

// Returns the user's locale with the names of its language and country.
struct SystemGetLocale {
    static constexpr const char *name = "system.getLocale";
    struct Params {};
    struct Result {
        // A BCP 47 tag, such as `en-US`.
        std::string locale;
        // The language's name in that locale; empty when it has none.
        std::string language;
        // The country's name in that locale; empty when it has none.
        std::string country;
    };
};

// Lists the external plugins registered with the bridge.
struct SystemGetRegisteredPlugins {
    static constexpr const char *name = "system.getRegisteredPlugins";
    struct Params {};
    struct Result {
        struct RegisteredItem {
            std::string name;
            std::string namespace_;
            std::string version;
            std::string author;
            std::string description;
            // How many operations it has.
            std::int64_t apiCount{};
            // Their full names.
            std::vector<std::string> apis;
        };
        bool success{};
        std::optional<std::vector<RegisteredItem>> registered{};
        std::optional<std::string> error{};
    };
};

// Returns the system's dark mode, accent colour and transparency.
struct SystemGetTheme {
    static constexpr const char *name = "system.getTheme";
    struct Params {};
    struct Result {
        bool darkMode{};
        // The same as `darkMode`.
        bool isDark{};
        // As in `#0078D4`.
        std::string accentColor;
        // Whether the system draws transparent surfaces.
        bool transparency{};
    };
};

// Returns whether an external plugin has registered a namespace.
struct SystemIsPluginRegistered {
    static constexpr const char *name = "system.isPluginRegistered";
    struct Params {
        // The namespace, case-sensitive.
        std::string namespace_;
    };
    struct Result {
        bool success{};
        std::optional<bool> registered{};
        std::optional<std::string> error{};
    };
};

// Lists all available APIs.
struct SystemListAvailableApis {
    static constexpr const char *name = "system.listAvailableApis";
    struct Params {
        // Whether operations of plugins are listed.
        std::optional<bool> includeExternal{};
        // Whether built-in operations are listed.
        std::optional<bool> includeInternal{};
    };
    struct Result {
        bool success{};
        std::optional<std::vector<ApiInfo>> apis{};
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Searches the names and descriptions of the registered APIs, ignoring case.
struct SystemSearchApis {
    static constexpr const char *name = "system.searchApis";
    struct Params {
        // What to look for.
        std::string query;
    };
    struct Result {
        bool success{};
        std::optional<std::vector<ApiInfo>> apis{};
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Echoes the request.
struct TestEcho {
    static constexpr const char *name = "test.echo";
    struct Params {
        // The value to echo; all parameters when omitted.
        std::optional<Json> message{};
    };
    struct Result {
        bool success{};
        // `message` when it was given, null included; otherwise all parameters.
        std::optional<Json> echo{};
        // All parameters.
        std::optional<Json> input{};
        std::optional<std::string> error{};
    };
};

// Returns the time, to show that the bridge is running.
struct TestPing {
    static constexpr const char *name = "test.ping";
    struct Params {};
    struct Result {
        bool pong{};
        // Unix time in whole seconds.
        std::int64_t timestamp{};
    };
};

// Returns a picture of the playing track.
struct ArtworkGetCurrent {
    static constexpr const char *name = "artwork.getCurrent";
    struct Params {
        // `cover_front` and an empty text mean `front`, `cover_back` means `back`.
        std::optional<std::string> type{};
    };
    using Result = Json;
};

// Returns a picture of a track.
struct ArtworkGetForTrack {
    static constexpr const char *name = "artwork.getForTrack";
    struct Params {
        // A path or URL, with or without `|subsong:N`.
        std::string path;
        // `cover_front` and an empty text mean `front`, `cover_back` means `back`.
        std::optional<std::string> type{};
    };
    using Result = Json;
};

// Returns a source for an image element that shows a picture of the playing track.
struct ArtworkGetFb2kUrl {
    static constexpr const char *name = "artwork.getFb2kUrl";
    struct Params {
        // `cover_front` and an empty text mean `front`, `cover_back` means `back`.
        std::optional<std::string> type{};
        // The longest side in pixels; 0 for the original, which a player that cannot scale always gives.
        std::optional<std::int64_t> maxSize{};
    };
    using Result = Json;
};

// Returns a source for an image element that shows a picture of a track.
struct ArtworkGetFb2kUrlByPath {
    static constexpr const char *name = "artwork.getFb2kUrlByPath";
    struct Params {
        // A path or URL, with or without `|subsong:N`.
        std::string path;
        // `cover_front` and an empty text mean `front`, `cover_back` means `back`.
        std::optional<std::string> type{};
        // The longest side in pixels; 0 for the original, which a player that cannot scale always gives.
        std::optional<std::int64_t> maxSize{};
    };
    using Result = Json;
};

// Returns sources for image elements that show pictures of several tracks.
struct ArtworkGetFb2kUrlByPathBatch {
    static constexpr const char *name = "artwork.getFb2kUrlByPathBatch";
    struct Params {
        struct ItemsItem {
            std::string path;
        };
        // Paths or URLs, with or without `|subsong:N`; at most 200.
        std::optional<std::vector<std::string>> paths{};
        // The same as objects, used only without `paths`.
        std::optional<std::vector<ItemsItem>> items{};
        // `cover_front` and an empty text mean `front`, `cover_back` means `back`.
        std::optional<std::string> type{};
        // The longest side in pixels; 0 for the original, which a player that cannot scale always gives.
        std::optional<std::int64_t> maxSize{};
    };
    struct Result {
        struct ArtworksItem {
            enum class Reason { not_found, too_large };
            // As it was given; empty when it is not text.
            std::string path;
            bool available{};
            std::string type;
            // A valid source of an image.
            std::optional<std::string> dataUrl{};
            // When the player serves the picture itself.
            std::optional<std::string> url{};
            // Without a picture.
            std::optional<Reason> reason{};
            // When the path cannot be used, or the player failed.
            std::optional<std::string> error{};
        };
        bool success{};
        // One for each entry, in the order given.
        std::optional<std::vector<ArtworksItem>> artworks{};
        std::optional<std::string> error{};
        std::optional<bool> available{};
    };
};

// Returns the format of the playing track.
struct AudioGetStreamInfo {
    static constexpr const char *name = "audio.getStreamInfo";
    struct Params {};
    using Result = Json;
};

// Runs a main menu command by its GUID.
struct DiscoveryExecuteMainMenuCommand {
    static constexpr const char *name = "discovery.executeMainMenuCommand";
    struct Params {
        // The command's GUID, with or without braces.
        std::string guid;
        // The GUID of a dynamically generated child of the command whose GUID is in `command`.
        std::optional<std::string> subGuid{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> guid{};
        std::optional<std::string> error{};
    };
};

// Lists the player's components; empty when the player cannot tell.
struct DiscoveryGetComponents {
    static constexpr const char *name = "discovery.getComponents";
    struct Params {};
    struct Result {
        struct ComponentsItem {
            std::string filename;
            std::string name;
            std::string version;
            std::string about;
        };
        bool success{};
        std::optional<std::vector<ComponentsItem>> components{};
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Searches the main menu commands by name, ignoring case.
struct DiscoverySearchCommands {
    static constexpr const char *name = "discovery.searchCommands";
    struct Params {
        // A part of the name.
        std::string query;
    };
    struct Result {
        struct ResultsItem {
            enum class Description { _ };
            enum class Type { mainmenu };
            std::string name;
            // Always empty.
            Description description{};
            std::string guid;
            std::optional<std::string> subGuid{};
            bool checked{};
            Type type{};
        };
        bool success{};
        std::optional<std::string> query{};
        std::optional<std::vector<ResultsItem>> results{};
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Searches the media library.
struct LibrarySearch {
    static constexpr const char *name = "library.search";
    struct Params {
        // What to find; an empty text finds nothing.
        std::optional<std::string> query{};
        // How many are skipped.
        std::optional<std::int64_t> offset{};
        // The maximum number of tracks in the answer.
        std::optional<std::int64_t> limit{};
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
            // The absolute path, with `|subsong:N` when the subsong is above 0.
            std::string fullPath;
            // The same as `fullPath`.
            std::string id;
            // Its index in the whole list.
            std::int64_t index{};
        };
        struct ItemsItem {
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
            // Its index in the whole list.
            std::int64_t index{};
        };
        bool success{};
        std::optional<Json> tracks{};
        // The same as `tracks`.
        std::optional<Json> items{};
        // How many there are in all.
        std::optional<Json> total{};
        std::optional<std::int64_t> offset{};
        std::optional<std::int64_t> limit{};
        // Whether there are tracks after these.
        std::optional<bool> hasMore{};
        std::optional<std::string> error{};
    };
};

// Returns albums of the media library.
struct LibraryGetAlbums {
    static constexpr const char *name = "library.getAlbums";
    struct Params {
        // By `name` or `artist` ascending, or by `year` or `trackCount` descending. Any other text counts as `name`.
        std::optional<std::string> sort{};
        // A part of the name or the artist, in any case.
        std::optional<std::string> query{};
        // How many are skipped.
        std::optional<std::int64_t> offset{};
        // The maximum number of albums in the answer.
        std::optional<std::int64_t> limit{};
    };
    struct Result {
        struct AlbumsItem {
            enum class Label { _ };
            std::string name;
            // The album artist, else the artist of its first track.
            std::string artist;
            // Empty when unknown.
            std::string albumArtist;
            std::int64_t trackCount{};
            // At least 1.
            std::int64_t discCount{};
            // In seconds.
            double duration{};
            // The first known date of its tracks.
            std::string year;
            // The first known genre of its tracks.
            std::string genre;
            // Always empty.
            Label label{};
            std::string firstTrackPath;
            std::string firstTrackAbsolutePath;
        };
        bool success{};
        std::optional<std::vector<AlbumsItem>> albums{};
        // How many there are in all.
        std::optional<std::int64_t> total{};
        std::optional<std::int64_t> offset{};
        std::optional<std::int64_t> limit{};
        // Whether there are albums after these.
        std::optional<bool> hasMore{};
        // Whether the library was already loaded.
        std::optional<bool> fromCache{};
        std::optional<std::string> error{};
    };
};

// Returns the tracks of an album, sorted by disc, track number and path.
struct LibraryGetAlbumTracks {
    static constexpr const char *name = "library.getAlbumTracks";
    struct Params {
        // The name of the album, in any case.
        std::optional<std::string> album{};
        // The album artist or artist, in any case; any when left out.
        std::optional<std::string> artist{};
        // The maximum number of tracks in the answer; 10000 by default.
        std::optional<std::int64_t> limit{};
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
            // The absolute path, with `|subsong:N` when the subsong is above 0.
            std::string fullPath;
            // The same as `fullPath`.
            std::string id;
            // Its index in the whole list.
            std::int64_t index{};
        };
        struct ItemsItem {
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
            // Its index in the whole list.
            std::int64_t index{};
        };
        bool success{};
        std::optional<std::vector<TracksItem>> tracks{};
        // The same as `tracks`.
        std::optional<std::vector<ItemsItem>> items{};
        // How many there are in all.
        std::optional<std::int64_t> total{};
        // The given name.
        std::optional<std::string> album{};
        // The given artist; empty when left out.
        std::optional<std::string> artist{};
        std::optional<std::string> error{};
    };
};

// Returns the artists of the media library.
struct LibraryGetArtists {
    static constexpr const char *name = "library.getArtists";
    struct Params {
        // By `name` ascending, or by `trackCount` or `albumCount` descending. Any other text counts as `name`.
        std::optional<std::string> sort{};
        // The maximum number of artists in the answer.
        std::optional<std::int64_t> limit{};
    };
    struct Result {
        struct ItemsItem {
            std::string name;
            std::int64_t albumCount{};
            std::int64_t trackCount{};
            // In seconds.
            double totalDuration{};
        };
        bool success{};
        std::optional<std::vector<ItemsItem>> items{};
        // How many artists were returned.
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Returns the tracks of an artist, in the player's order.
struct LibraryGetArtistTracks {
    static constexpr const char *name = "library.getArtistTracks";
    struct Params {
        // The artist, in any case.
        std::optional<std::string> artist{};
        // The maximum number of tracks in the answer.
        std::optional<std::int64_t> limit{};
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
            // The absolute path, with `|subsong:N` when the subsong is above 0.
            std::string fullPath;
            // The same as `fullPath`.
            std::string id;
            // Its index in the whole list.
            std::int64_t index{};
        };
        struct ItemsItem {
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
            // Its index in the whole list.
            std::int64_t index{};
        };
        bool success{};
        std::optional<std::vector<TracksItem>> tracks{};
        // The same as `tracks`.
        std::optional<std::vector<ItemsItem>> items{};
        // How many tracks were returned.
        std::optional<std::int64_t> total{};
        // The same as `total`.
        std::optional<std::int64_t> count{};
        // The given artist.
        std::optional<std::string> artist{};
        std::optional<std::string> error{};
    };
};

// Returns the genres of the media library, sorted by name.
struct LibraryGetGenres {
    static constexpr const char *name = "library.getGenres";
    struct Params {};
    struct Result {
        struct GenresItem {
            std::string name;
            std::int64_t trackCount{};
        };
        bool success{};
        std::optional<std::vector<GenresItem>> genres{};
        std::optional<std::string> error{};
    };
};

// Returns a part of the media library, in the player's order.
struct LibraryGetAll {
    static constexpr const char *name = "library.getAll";
    struct Params {
        // How many are skipped; 0 by default.
        std::optional<std::int64_t> start{};
        // The maximum number of tracks in the answer; 100 by default.
        std::optional<std::int64_t> count{};
        // Used when `start` is left out.
        std::optional<std::int64_t> offset{};
        // Used when `count` is left out.
        std::optional<std::int64_t> limit{};
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
            // The absolute path, with `|subsong:N` when the subsong is above 0.
            std::string fullPath;
            // The same as `fullPath`.
            std::string id;
            // Its index in the whole list.
            std::int64_t index{};
        };
        struct ItemsItem {
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
            // Its index in the whole list.
            std::int64_t index{};
        };
        bool success{};
        std::optional<std::vector<TracksItem>> tracks{};
        // The same as `tracks`.
        std::optional<std::vector<ItemsItem>> items{};
        // How many there are in all.
        std::optional<std::int64_t> total{};
        std::optional<std::int64_t> offset{};
        std::optional<std::int64_t> limit{};
        // Whether the library was already loaded.
        std::optional<bool> fromCache{};
        std::optional<std::string> error{};
    };
};

// Returns the number of tracks in the media library.
struct LibraryGetCount {
    static constexpr const char *name = "library.getCount";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Returns totals of the media library.
struct LibraryGetStats {
    static constexpr const char *name = "library.getStats";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::int64_t> totalTracks{};
        std::optional<std::int64_t> totalAlbums{};
        std::optional<std::int64_t> totalArtists{};
        // In seconds.
        std::optional<double> totalDuration{};
        // In bytes, of the tracks whose size is known.
        std::optional<double> totalSize{};
        // Whether the library was already loaded.
        std::optional<bool> cacheValid{};
        // When the library last changed, in Unix milliseconds; 0 without a library.
        std::optional<double> lastModified{};
        std::optional<std::string> error{};
    };
};

// Returns distinct random tracks of the media library.
struct LibraryGetRandomTracks {
    static constexpr const char *name = "library.getRandomTracks";
    struct Params {
        // How many.
        std::optional<std::int64_t> count{};
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
            // The absolute path, with `|subsong:N` when the subsong is above 0.
            std::string fullPath;
            // The same as `fullPath`.
            std::string id;
            // Its index in the whole list.
            std::int64_t index{};
        };
        bool success{};
        std::optional<std::vector<TracksItem>> tracks{};
        // How many tracks were returned.
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Returns the tracks that were added or modified last, newest first.
struct LibraryGetRecentlyAdded {
    static constexpr const char *name = "library.getRecentlyAdded";
    struct Params {
        // The maximum number of tracks in the answer.
        std::optional<std::int64_t> limit{};
        // By `added` or `modified`. Any other text counts as `added`.
        std::optional<std::string> sortBy{};
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
            // The absolute path, with `|subsong:N` when the subsong is above 0.
            std::string fullPath;
            // The same as `fullPath`.
            std::string id;
            // Its index in the whole list.
            std::int64_t index{};
            // Local time as `YYYY-MM-DD HH:MM:SS`, if sorted by it.
            std::optional<std::string> added{};
            // In Unix seconds, if sorted by it.
            std::optional<double> modified{};
        };
        enum class SortBy { added, modified };
        bool success{};
        std::optional<std::vector<TracksItem>> tracks{};
        // How many tracks of the library have such a time.
        std::optional<std::int64_t> total{};
        std::optional<std::int64_t> limit{};
        // The time by which the tracks are sorted.
        std::optional<SortBy> sortBy{};
        // Whether no track has the time `added`, so that `modified` was used.
        std::optional<bool> fallback{};
        std::optional<std::string> error{};
    };
};

// Requests a scan of the media library and does not wait for its end.
struct LibraryRefresh {
    static constexpr const char *name = "library.refresh";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Returns the lyrics of a track, by default of the playing one.
struct LyricsGet {
    static constexpr const char *name = "lyrics.get";
    struct Params {
        // A path or URL, with or without `|subsong:N`; the playing track when left out.
        std::optional<std::string> path{};
    };
    using Result = Json;
};

// Resumes playback, or presses the play button of a stopped player.
struct PlaybackPlay {
    static constexpr const char *name = "playback.play";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Pauses playback; does nothing unless a track plays.
struct PlaybackPause {
    static constexpr const char *name = "playback.pause";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Pauses a playing track; otherwise acts as `playback.play`.
struct PlaybackPlayOrPause {
    static constexpr const char *name = "playback.playOrPause";
    struct Params {};
    struct Result {
        bool success{};
        // Whether a track plays afterwards.
        std::optional<bool> isPlaying{};
        std::optional<std::string> error{};
    };
};

// Stops playback.
struct PlaybackStop {
    static constexpr const char *name = "playback.stop";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Plays the next track.
struct PlaybackNext {
    static constexpr const char *name = "playback.next";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Plays the previous track.
struct PlaybackPrevious {
    static constexpr const char *name = "playback.previous";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Plays a random track of the playing playlist, or of the active one when none plays.
struct PlaybackRandom {
    static constexpr const char *name = "playback.random";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Returns whether a track plays, is paused or stopped.
struct PlaybackGetState {
    static constexpr const char *name = "playback.getState";
    struct Params {};
    struct Result {
        enum class State { playing, paused, stopped };
        bool success{};
        std::optional<State> state{};
        std::optional<bool> canSeek{};
        std::optional<bool> canPause{};
        std::optional<std::string> error{};
    };
};

// Returns the position in the playing track; zeros and an empty path when stopped.
struct PlaybackGetPosition {
    static constexpr const char *name = "playback.getPosition";
    struct Params {};
    struct Result {
        bool success{};
        // In seconds.
        std::optional<double> position{};
        // In seconds; 0 when unknown.
        std::optional<double> duration{};
        std::optional<std::int64_t> subsong{};
        // The track's path, without suffix.
        std::optional<std::string> path{};
        std::optional<std::string> error{};
    };
};

// Moves playback to a position in the track, between its beginning and shortly before its end.
struct PlaybackSetPosition {
    static constexpr const char *name = "playback.setPosition";
    struct Params {
        // In seconds. Required unless `seconds` is given.
        std::optional<double> position{};
        // The same, used only when `position` is left out.
        std::optional<double> seconds{};
    };
    struct Result {
        bool success{};
        // The given position.
        std::optional<double> requestedPosition{};
        // The position that was set.
        std::optional<double> actualPosition{};
        // The same as `actualPosition`.
        std::optional<double> newPosition{};
        // The position before.
        std::optional<double> oldPosition{};
        // In seconds; 0 when unknown.
        std::optional<double> duration{};
        std::optional<std::int64_t> subsong{};
        std::optional<std::string> error{};
    };
};

// Returns the volume and the mute.
struct PlaybackGetVolume {
    static constexpr const char *name = "playback.getVolume";
    struct Params {};
    struct Result {
        bool success{};
        // In percent of the amplitude.
        std::optional<double> volume{};
        // In dB; -100 stands for silence.
        std::optional<double> volumeDb{};
        std::optional<bool> muted{};
        // The same.
        std::optional<bool> isMuted{};
        std::optional<std::string> error{};
    };
};

// Sets the volume; the mute stays as it is.
struct PlaybackSetVolume {
    static constexpr const char *name = "playback.setVolume";
    struct Params {
        // Clamped to 0–100.
        double volume{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Raises the volume by 5, to 100 at most.
struct PlaybackVolumeUp {
    static constexpr const char *name = "playback.volumeUp";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Lowers the volume by 5, to 0 at least.
struct PlaybackVolumeDown {
    static constexpr const char *name = "playback.volumeDown";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Mutes the player or ends the mute.
struct PlaybackToggleMute {
    static constexpr const char *name = "playback.toggleMute";
    struct Params {};
    struct Result {
        bool success{};
        // Whether it is muted now.
        std::optional<bool> muted{};
        std::optional<std::string> error{};
    };
};

// Returns the playing or paused track.
struct PlaybackGetCurrentTrack {
    static constexpr const char *name = "playback.getCurrentTrack";
    struct Params {};
    using Result = Json;
};

// Returns where the playing track is.
struct PlaybackGetCurrentTrackIndex {
    static constexpr const char *name = "playback.getCurrentTrackIndex";
    struct Params {
        // Whether the answer has `track`.
        std::optional<bool> includeTrackInfo{};
    };
    using Result = Json;
};

// Returns the playback order.
struct PlaybackGetPlaybackOrder {
    static constexpr const char *name = "playback.getPlaybackOrder";
    struct Params {};
    struct Result {
        enum class OrderName {
            default_, repeat_playlist, repeat_track, random, shuffle_tracks, shuffle_albums, shuffle_folders
        };
        enum class Name {
            default_, repeat_playlist, repeat_track, random, shuffle_tracks, shuffle_albums, shuffle_folders
        };
        bool success{};
        // 0 `default`, 1 `repeat-playlist`, 2 `repeat-track`, 3 `random`, 4 `shuffle-tracks`, 5 `shuffle-albums`, 6
        // `shuffle-folders`.
        std::optional<std::int64_t> order{};
        // The same.
        std::optional<std::int64_t> orderIndex{};
        std::optional<OrderName> orderName{};
        // The same.
        std::optional<Name> name{};
        std::optional<std::string> error{};
    };
};

// Sets the playback order.
struct PlaybackSetPlaybackOrder {
    static constexpr const char *name = "playback.setPlaybackOrder";
    struct Params {
        // Its number or its name.
        std::variant<std::int64_t, std::string> order;
    };
    struct Result {
        enum class OrderName {
            default_, repeat_playlist, repeat_track, random, shuffle_tracks, shuffle_albums, shuffle_folders
        };
        bool success{};
        // 0 `default`, 1 `repeat-playlist`, 2 `repeat-track`, 3 `random`, 4 `shuffle-tracks`, 5 `shuffle-albums`, 6
        // `shuffle-folders`.
        std::optional<std::int64_t> order{};
        std::optional<OrderName> orderName{};
        std::optional<std::string> error{};
    };
};

// Returns whether playback stops at the end of the playing track.
struct PlaybackGetStopAfterCurrent {
    static constexpr const char *name = "playback.getStopAfterCurrent";
    struct Params {};
    struct Result {
        bool success{};
        // Whether playback stops at the end of the playing track.
        std::optional<bool> enabled{};
        std::optional<std::string> error{};
    };
};

// Makes playback stop at the end of the playing track, or go on.
struct PlaybackToggleStopAfterCurrent {
    static constexpr const char *name = "playback.toggleStopAfterCurrent";
    struct Params {};
    struct Result {
        bool success{};
        // Whether playback stops at the end of the playing track.
        std::optional<bool> enabled{};
        std::optional<std::string> error{};
    };
};

// Appends a track to the active playlist and plays it.
struct PlaybackPlayPath {
    static constexpr const char *name = "playback.playPath";
    struct Params {
        // A path or URL, with or without `|subsong:N`.
        std::string path;
    };
    struct Result {
        bool success{};
        // How many tracks were added; several when the player expands a link.
        std::optional<std::int64_t> tracksAdded{};
        // The given path without suffix.
        std::optional<std::string> path{};
        std::optional<std::int64_t> subsong{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Appends tracks to the active playlist and plays one of them.
struct PlaybackPlayPaths {
    static constexpr const char *name = "playback.playPaths";
    struct Params {
        // Paths or URLs, with or without `|subsong:N`. Unusable entries are dropped.
        std::vector<std::string> paths;
        // Which of the tracks to play; the first one when there are fewer.
        std::optional<std::int64_t> startIndex{};
        // Whether the playlist is emptied first.
        std::optional<bool> replace{};
    };
    struct Result {
        bool success{};
        std::optional<std::int64_t> tracksAdded{};
        // The index of the played track in the playlist.
        std::optional<std::int64_t> startedAt{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Returns all playlists.
struct PlaylistGetAll {
    static constexpr const char *name = "playlist.getAll";
    struct Params {};
    struct Result {
        struct PlaylistsItem {
            std::int64_t index{};
            std::string name;
            std::int64_t trackCount{};
            bool isActive{};
            // Whether the playing track is an item of it.
            bool isPlaying{};
            bool isLocked{};
            // Whether the player fills it by itself.
            bool isAutoplaylist{};
        };
        bool success{};
        std::optional<std::vector<PlaylistsItem>> playlists{};
        std::optional<std::int64_t> count{};
        std::optional<std::string> error{};
    };
};

// Returns the active playlist.
struct PlaylistGetActive {
    static constexpr const char *name = "playlist.getActive";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::int64_t> index{};
        std::optional<std::string> name{};
        std::optional<std::int64_t> trackCount{};
        std::optional<bool> isActive{};
        // Whether the playing track is an item of it.
        std::optional<bool> isPlaying{};
        std::optional<bool> isLocked{};
        // Whether the player fills it by itself.
        std::optional<bool> isAutoplaylist{};
        // In seconds, when the player reports it.
        std::optional<double> duration{};
        // No playlist is active.
        std::optional<bool> found{};
        std::optional<std::string> error{};
    };
};

// Makes a playlist the active one.
struct PlaylistSetActive {
    static constexpr const char *name = "playlist.setActive";
    struct Params {
        // The playlist's index.
        std::int64_t playlist{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Returns tracks of a playlist with their metadata.
struct PlaylistGetTracks {
    static constexpr const char *name = "playlist.getTracks";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // The same as `playlist`, read only without it.
        std::optional<std::int64_t> index{};
        // The index of the first track.
        std::optional<std::int64_t> start{};
        // How many tracks at most; 10000 for more than that.
        std::optional<std::int64_t> count{};
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
            // The absolute path, with `|subsong:N` when the subsong is above 0.
            std::string fullPath;
            // The same as `fullPath`.
            std::string id;
            // Its index in the whole list.
            std::int64_t index{};
        };
        bool success{};
        // The playlist's index.
        std::optional<std::int64_t> playlist{};
        std::optional<std::int64_t> start{};
        // How many tracks are returned.
        std::optional<Json> count{};
        // How many tracks the playlist has.
        std::optional<Json> total{};
        std::optional<Json> tracks{};
        std::optional<std::string> error{};
    };
};

// Creates an empty playlist.
struct PlaylistCreate {
    static constexpr const char *name = "playlist.create";
    struct Params {
        // Its name; other playlists may have the same.
        std::optional<std::string> name{};
        // Its index; by default at the end.
        std::optional<std::int64_t> position{};
    };
    struct Result {
        bool success{};
        // Its index.
        std::optional<std::int64_t> index{};
        std::optional<std::string> error{};
    };
};

// Removes a playlist.
struct PlaylistRemove {
    static constexpr const char *name = "playlist.remove";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // Indices of items to remove instead of the playlist. Repeated ones and those out of range are skipped.
        std::optional<std::vector<std::int64_t>> indices{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Renames a playlist.
struct PlaylistRename {
    static constexpr const char *name = "playlist.rename";
    struct Params {
        // The playlist's index.
        std::int64_t playlist{};
        // Its new name.
        std::string name;
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Removes all items of a playlist.
struct PlaylistClear {
    static constexpr const char *name = "playlist.clear";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
    };
    struct Result {
        bool success{};
        // The playlist's index.
        std::optional<std::int64_t> playlist{};
        // How many items were removed.
        std::optional<std::int64_t> clearedCount{};
        // How many items are left.
        std::optional<std::int64_t> remainingCount{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
    };
};

// Copies a playlist. The copy follows its source.
struct PlaylistDuplicate {
    static constexpr const char *name = "playlist.duplicate";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // The name of the copy; by default `<name> (Copy)`.
        std::optional<std::string> name{};
    };
    struct Result {
        bool success{};
        // The index of the copy.
        std::optional<std::int64_t> index{};
        // The same as `index`.
        std::optional<std::int64_t> newPlaylist{};
        // The index of its source.
        std::optional<std::int64_t> sourcePlaylist{};
        std::optional<std::string> name{};
        // How many tracks the copy has.
        std::optional<std::int64_t> trackCount{};
        std::optional<std::string> error{};
    };
};

// Begins to add paths to a playlist; playlist:addComplete follows.
struct PlaylistAddPathsAsync {
    static constexpr const char *name = "playlist.addPathsAsync";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // Paths or URLs, with or without `|subsong:N`. Unusable entries are counted.
        std::vector<std::string> paths;
    };
    struct Result {
        enum class Status { pending };
        bool success{};
        // Of the event playlist:addComplete.
        std::optional<std::string> operationId{};
        std::optional<Status> status{};
        // How many entries `paths` has.
        std::optional<std::int64_t> totalCount{};
        // How many of them cannot be paths, judged by their text alone.
        std::optional<std::int64_t> invalidCount{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Removes items of a playlist.
struct PlaylistRemoveTracks {
    static constexpr const char *name = "playlist.removeTracks";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // The same as `playlist`, read only without it.
        std::optional<std::int64_t> index{};
        // Indices of items. Repeated ones and those out of range are skipped.
        std::vector<std::int64_t> items;
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Moves items within a playlist. They keep their order, and stop at the end.
struct PlaylistMoveTracks {
    static constexpr const char *name = "playlist.moveTracks";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // The same as `playlist`, read only without it.
        std::optional<std::int64_t> index{};
        // Indices of items. Repeated ones and those out of range are skipped.
        std::vector<std::int64_t> items;
        // By how many places they move; a negative number moves them to the beginning.
        std::int64_t delta{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Sorts a playlist by a pattern. Equal items keep their order.
struct PlaylistSort {
    static constexpr const char *name = "playlist.sort";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // The same as `playlist`, read only without it.
        std::optional<std::int64_t> index{};
        // What the items are sorted by, with fields such as `%artist%`.
        std::optional<std::string> pattern{};
        // Whether the result is reversed.
        std::optional<bool> descending{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Puts the items of a playlist into a random order.
struct PlaylistShuffle {
    static constexpr const char *name = "playlist.shuffle";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // The same as `playlist`, read only without it.
        std::optional<std::int64_t> index{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Reverses the items of a playlist.
struct PlaylistReverse {
    static constexpr const char *name = "playlist.reverse";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Plays an item of a playlist.
struct PlaylistPlayTrack {
    static constexpr const char *name = "playlist.playTrack";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // The index of the item; 0 by default.
        std::optional<std::int64_t> index{};
        // The same, used only when `index` is left out.
        std::optional<std::int64_t> track{};
    };
    struct Result {
        bool success{};
        std::optional<std::string> error{};
    };
};

// Appends tracks to the active playlist and plays one of them.
struct PlaylistPlayPaths {
    static constexpr const char *name = "playlist.playPaths";
    struct Params {
        // Paths or URLs, with or without `|subsong:N`. Unusable entries are dropped.
        std::vector<std::string> paths;
        // Which of the tracks to play; the first one when there are fewer.
        std::optional<std::int64_t> startIndex{};
        // Whether the playlist is emptied first.
        std::optional<bool> replace{};
    };
    struct Result {
        bool success{};
        std::optional<std::int64_t> tracksAdded{};
        // The index of the played track in the playlist.
        std::optional<std::int64_t> startedAt{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // The index of the locked playlist.
        std::optional<std::int64_t> playlist{};
    };
};

// Replaces the items of a playlist, makes it the active one, and plays one of them.
struct PlaylistReplaceAllAndPlay {
    static constexpr const char *name = "playlist.replaceAllAndPlay";
    struct Params {
        // The playlist's index; by default the active playlist.
        std::optional<std::int64_t> playlist{};
        // Paths or URLs, with or without `|subsong:N`. Unusable entries are counted.
        std::vector<std::string> paths;
        // Which of the new items to play; 0 for one out of range.
        std::optional<std::int64_t> playIndex{};
        // Whether playback is stopped before the items are replaced.
        std::optional<bool> stopFirst{};
        // Whether the item is played.
        std::optional<bool> autoPlay{};
    };
    struct Result {
        bool success{};
        // The playlist's index.
        std::optional<std::int64_t> playlist{};
        // How many items were removed.
        std::optional<std::int64_t> clearedCount{};
        // How many tracks were added.
        std::optional<std::int64_t> addedCount{};
        // How many entries `paths` has.
        std::optional<std::int64_t> totalCount{};
        // Which of the new items is played.
        std::optional<std::int64_t> playIndex{};
        std::optional<std::string> error{};
        // When the playlist is locked.
        std::optional<bool> isLocked{};
        // How many entries are unusable; only when there is nothing to add.
        std::optional<std::int64_t> invalidCount{};
    };
};

// Creates a playlist with the tracks of the media library that a query finds.
struct PlaylistCreateAutoplaylist {
    static constexpr const char *name = "playlist.createAutoplaylist";
    struct Params {
        // Its name.
        std::optional<std::string> name{};
        // The query.
        std::string query;
        // The pattern by which the tracks are sorted; by default they keep the order of the library.
        std::optional<std::string> sort{};
    };
    struct Result {
        bool success{};
        // Its index.
        std::optional<std::int64_t> index{};
        // The same as `index`.
        std::optional<std::int64_t> playlist{};
        std::optional<std::string> name{};
        std::optional<std::string> query{};
        std::optional<std::string> error{};
    };
};

// Opens a menu, waits until it closes, and returns the chosen row.
struct UiShowContextMenu {
    static constexpr const char *name = "ui.showContextMenu";
    struct Params {
        // The menu's rows: at most 512 in all, 8 levels deep, with at most 64 segments a row and 262144 bytes of
        // icons in all. The native context menu when left out.
        std::optional<std::vector<MenuRow>> items{};
        // Screen pixels; the cursor's position when omitted or negative.
        std::optional<std::int64_t> x{};
        // Screen pixels; the cursor's position when omitted or negative.
        std::optional<std::int64_t> y{};
    };
    struct Result {
        struct Details {
            enum class Field { items, depth, segments, svgTotal, css };
            Field field{};
            double limit{};
            double actual{};
        };
        bool success{};
        // The id of the chosen row, null without a choice. Absent without `items`.
        std::optional<std::string> selectedId{};
        std::optional<std::string> error{};
        // When a resource limit was exceeded.
        std::optional<Details> details{};
    };
};

// Closes the window that contains the panel.
struct WindowClose {
    static constexpr const char *name = "window.close";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the panel has no window of its own.
        std::optional<bool> supported{};
        // When the panel has no window of its own.
        std::optional<bool> panelMode{};
    };
};

// Returns whether the window is maximized; false for a panel without a window of its own.
struct WindowIsMaximized {
    static constexpr const char *name = "window.isMaximized";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<bool> maximized{};
        // The same as `maximized`.
        std::optional<bool> isMaximized{};
        std::optional<std::string> error{};
    };
};

// Minimizes the window that contains the panel.
struct WindowMinimize {
    static constexpr const char *name = "window.minimize";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the panel has no window of its own.
        std::optional<bool> supported{};
        // When the panel has no window of its own.
        std::optional<bool> panelMode{};
    };
};

// Lets the user move the window while the mouse button is down.
struct WindowStartDrag {
    static constexpr const char *name = "window.startDrag";
    struct Params {};
    struct Result {
        bool success{};
        std::optional<std::string> error{};
        // When the panel has no window of its own.
        std::optional<bool> supported{};
        // When the panel has no window of its own.
        std::optional<bool> panelMode{};
    };
};

// Maximizes the window, or restores a maximized one. Leaves full screen if it is on.
struct WindowToggleMaximize {
    static constexpr const char *name = "window.toggleMaximize";
    struct Params {};
    struct Result {
        bool success{};
        // Whether the window is maximized now.
        std::optional<bool> maximized{};
        std::optional<std::string> error{};
        // When the panel has no window of its own.
        std::optional<bool> supported{};
        // When the panel has no window of its own.
        std::optional<bool> panelMode{};
    };
};

// All types above, for templates that expand the list.
using All = TypeList<ClipboardRead, ClipboardWrite, ClipboardWriteFiles, ClipboardWriteHTML, ConsoleLog, ConsoleWarn, ConsoleError, JitQueuePlayNow, JitQueueEnqueueNext, JitQueueSkip, JitQueueStop, JitQueueClear, JitQueueNotifyEmpty, JitQueueGetState, JitQueuePreloadBatch, LogClear, LogRead, LogWrite, MenuClose, MenuGetContextMenu, MenuGetMainMenu, MenuRunContextCommand, MenuRunContextCommandById, MenuRunMainMenuCommand, MenuShow, MenuShowNativePopup, MiscExit, MiscGetComponentPath, MiscGetFoobarPath, MiscGetProfilePath, MiscRestart, MiscShowConsole, MiscShowLibrarySearch, MiscShowPopupMessage, MiscShowPreferences, PanelGetConfig, PanelSetConfig, QueueAdd, QueueAddPaths, QueueClear, QueueFlush, QueueGet, QueueGetCount, QueueMoveToTop, QueueRemove, SelectionGet, SelectionGetType, SelectionGetViewerMode, SelectionGetViewingTrack, SelectionSet, SelectionSetPlaylistTracking, SystemGetApisByNamespace, SystemGetApiStats, SystemGetDPI, SystemGetLocale, SystemGetRegisteredPlugins, SystemGetTheme, SystemIsPluginRegistered, SystemListAvailableApis, SystemSearchApis, TestEcho, TestPing, ArtworkGetCurrent, ArtworkGetForTrack, ArtworkGetFb2kUrl, ArtworkGetFb2kUrlByPath, ArtworkGetFb2kUrlByPathBatch, AudioGetStreamInfo, DiscoveryExecuteMainMenuCommand, DiscoveryGetComponents, DiscoverySearchCommands, LibrarySearch, LibraryGetAlbums, LibraryGetAlbumTracks, LibraryGetArtists, LibraryGetArtistTracks, LibraryGetGenres, LibraryGetAll, LibraryGetCount, LibraryGetStats, LibraryGetRandomTracks, LibraryGetRecentlyAdded, LibraryRefresh, LyricsGet, PlaybackPlay, PlaybackPause, PlaybackPlayOrPause, PlaybackStop, PlaybackNext, PlaybackPrevious, PlaybackRandom, PlaybackGetState, PlaybackGetPosition, PlaybackSetPosition, PlaybackGetVolume, PlaybackSetVolume, PlaybackVolumeUp, PlaybackVolumeDown, PlaybackToggleMute, PlaybackGetCurrentTrack, PlaybackGetCurrentTrackIndex, PlaybackGetPlaybackOrder, PlaybackSetPlaybackOrder, PlaybackGetStopAfterCurrent, PlaybackToggleStopAfterCurrent, PlaybackPlayPath, PlaybackPlayPaths, PlaylistGetAll, PlaylistGetActive, PlaylistSetActive, PlaylistGetTracks, PlaylistCreate, PlaylistRemove, PlaylistRename, PlaylistClear, PlaylistDuplicate, PlaylistAddPathsAsync, PlaylistRemoveTracks, PlaylistMoveTracks, PlaylistSort, PlaylistShuffle, PlaylistReverse, PlaylistPlayTrack, PlaylistPlayPaths, PlaylistReplaceAllAndPlay, PlaylistCreateAutoplaylist, UiShowContextMenu, WindowClose, WindowIsMaximized, WindowMinimize, WindowStartDrag, WindowToggleMaximize>;

}  // namespace operations

template <> bool read(const Json &json, operations::ClipboardRead::Params &value, Misfit &misfit);
template <> Json write(const operations::ClipboardRead::Params &value);
template <> bool read(const Json &json, operations::ClipboardRead::Result &value, Misfit &misfit);
template <> Json write(const operations::ClipboardRead::Result &value);
template <> bool read(const Json &json, operations::ClipboardWrite::Params &value, Misfit &misfit);
template <> Json write(const operations::ClipboardWrite::Params &value);
template <> bool read(const Json &json, operations::ClipboardWrite::Result &value, Misfit &misfit);
template <> Json write(const operations::ClipboardWrite::Result &value);
template <> bool read(const Json &json, operations::ClipboardWriteFiles::Params &value, Misfit &misfit);
template <> Json write(const operations::ClipboardWriteFiles::Params &value);
template <> bool read(const Json &json, operations::ClipboardWriteFiles::Result &value, Misfit &misfit);
template <> Json write(const operations::ClipboardWriteFiles::Result &value);
template <> bool read(const Json &json, operations::ClipboardWriteHTML::Params &value, Misfit &misfit);
template <> Json write(const operations::ClipboardWriteHTML::Params &value);
template <> bool read(const Json &json, operations::ClipboardWriteHTML::Result &value, Misfit &misfit);
template <> Json write(const operations::ClipboardWriteHTML::Result &value);
template <> bool read(const Json &json, operations::ConsoleLog::Params &value, Misfit &misfit);
template <> Json write(const operations::ConsoleLog::Params &value);
template <> bool read(const Json &json, operations::ConsoleLog::Result &value, Misfit &misfit);
template <> Json write(const operations::ConsoleLog::Result &value);
template <> bool read(const Json &json, operations::ConsoleWarn::Params &value, Misfit &misfit);
template <> Json write(const operations::ConsoleWarn::Params &value);
template <> bool read(const Json &json, operations::ConsoleWarn::Result &value, Misfit &misfit);
template <> Json write(const operations::ConsoleWarn::Result &value);
template <> bool read(const Json &json, operations::ConsoleError::Params &value, Misfit &misfit);
template <> Json write(const operations::ConsoleError::Params &value);
template <> bool read(const Json &json, operations::ConsoleError::Result &value, Misfit &misfit);
template <> Json write(const operations::ConsoleError::Result &value);
template <> bool read(const Json &json, operations::JitQueuePlayNow::Params &value, Misfit &misfit);
template <> Json write(const operations::JitQueuePlayNow::Params &value);
template <> bool read(const Json &json, operations::JitQueuePlayNow::Result &value, Misfit &misfit);
template <> Json write(const operations::JitQueuePlayNow::Result &value);
template <> bool read(const Json &json, operations::JitQueueEnqueueNext::Params &value, Misfit &misfit);
template <> Json write(const operations::JitQueueEnqueueNext::Params &value);
template <> bool read(const Json &json, operations::JitQueueEnqueueNext::Result &value, Misfit &misfit);
template <> Json write(const operations::JitQueueEnqueueNext::Result &value);
template <> bool read(const Json &json, operations::JitQueueSkip::Params &value, Misfit &misfit);
template <> Json write(const operations::JitQueueSkip::Params &value);
template <> bool read(const Json &json, operations::JitQueueSkip::Result &value, Misfit &misfit);
template <> Json write(const operations::JitQueueSkip::Result &value);
template <> bool read(const Json &json, operations::JitQueueStop::Params &value, Misfit &misfit);
template <> Json write(const operations::JitQueueStop::Params &value);
template <> bool read(const Json &json, operations::JitQueueStop::Result &value, Misfit &misfit);
template <> Json write(const operations::JitQueueStop::Result &value);
template <> bool read(const Json &json, operations::JitQueueClear::Params &value, Misfit &misfit);
template <> Json write(const operations::JitQueueClear::Params &value);
template <> bool read(const Json &json, operations::JitQueueClear::Result &value, Misfit &misfit);
template <> Json write(const operations::JitQueueClear::Result &value);
template <> bool read(const Json &json, operations::JitQueueNotifyEmpty::Params &value, Misfit &misfit);
template <> Json write(const operations::JitQueueNotifyEmpty::Params &value);
template <> bool read(const Json &json, operations::JitQueueNotifyEmpty::Result &value, Misfit &misfit);
template <> Json write(const operations::JitQueueNotifyEmpty::Result &value);
template <> bool read(const Json &json, operations::JitQueueGetState::Params &value, Misfit &misfit);
template <> Json write(const operations::JitQueueGetState::Params &value);
template <> bool read(const Json &json, operations::JitQueueGetState::Result::State &value, Misfit &misfit);
template <> Json write(const operations::JitQueueGetState::Result::State &value);
template <> bool read(const Json &json, operations::JitQueueGetState::Result &value, Misfit &misfit);
template <> Json write(const operations::JitQueueGetState::Result &value);
template <> bool read(const Json &json, operations::JitQueuePreloadBatch::Params &value, Misfit &misfit);
template <> Json write(const operations::JitQueuePreloadBatch::Params &value);
template <> bool read(const Json &json, operations::JitQueuePreloadBatch::Result &value, Misfit &misfit);
template <> Json write(const operations::JitQueuePreloadBatch::Result &value);
template <> bool read(const Json &json, operations::LogClear::Params &value, Misfit &misfit);
template <> Json write(const operations::LogClear::Params &value);
template <> bool read(const Json &json, operations::LogClear::Result &value, Misfit &misfit);
template <> Json write(const operations::LogClear::Result &value);
template <> bool read(const Json &json, operations::LogRead::Params &value, Misfit &misfit);
template <> Json write(const operations::LogRead::Params &value);
template <> bool read(const Json &json, operations::LogRead::Result &value, Misfit &misfit);
template <> Json write(const operations::LogRead::Result &value);
template <> bool read(const Json &json, operations::LogWrite::Params &value, Misfit &misfit);
template <> Json write(const operations::LogWrite::Params &value);
template <> bool read(const Json &json, operations::LogWrite::Result &value, Misfit &misfit);
template <> Json write(const operations::LogWrite::Result &value);
template <> bool read(const Json &json, operations::MenuClose::Params &value, Misfit &misfit);
template <> Json write(const operations::MenuClose::Params &value);
template <> bool read(const Json &json, operations::MenuClose::Result &value, Misfit &misfit);
template <> Json write(const operations::MenuClose::Result &value);
template <> bool read(const Json &json, operations::MenuGetContextMenu::Params::Mode &value, Misfit &misfit);
template <> Json write(const operations::MenuGetContextMenu::Params::Mode &value);
template <> bool read(const Json &json, operations::MenuGetContextMenu::Params &value, Misfit &misfit);
template <> Json write(const operations::MenuGetContextMenu::Params &value);
template <> bool read(const Json &json, operations::MenuGetContextMenu::Result::Mode &value, Misfit &misfit);
template <> Json write(const operations::MenuGetContextMenu::Result::Mode &value);
template <> bool read(const Json &json, operations::MenuGetContextMenu::Result &value, Misfit &misfit);
template <> Json write(const operations::MenuGetContextMenu::Result &value);
template <> bool read(const Json &json, operations::MenuGetMainMenu::Params &value, Misfit &misfit);
template <> Json write(const operations::MenuGetMainMenu::Params &value);
template <> bool read(const Json &json, operations::MenuGetMainMenu::Result &value, Misfit &misfit);
template <> Json write(const operations::MenuGetMainMenu::Result &value);
template <> bool read(const Json &json, operations::MenuRunContextCommand::Params &value, Misfit &misfit);
template <> Json write(const operations::MenuRunContextCommand::Params &value);
template <> bool read(const Json &json, operations::MenuRunContextCommand::Result &value, Misfit &misfit);
template <> Json write(const operations::MenuRunContextCommand::Result &value);
template <> bool read(const Json &json, operations::MenuRunContextCommandById::Params::Mode &value, Misfit &misfit);
template <> Json write(const operations::MenuRunContextCommandById::Params::Mode &value);
template <> bool read(const Json &json, operations::MenuRunContextCommandById::Params &value, Misfit &misfit);
template <> Json write(const operations::MenuRunContextCommandById::Params &value);
template <> bool read(const Json &json, operations::MenuRunContextCommandById::Result &value, Misfit &misfit);
template <> Json write(const operations::MenuRunContextCommandById::Result &value);
template <> bool read(const Json &json, operations::MenuRunMainMenuCommand::Params &value, Misfit &misfit);
template <> Json write(const operations::MenuRunMainMenuCommand::Params &value);
template <> bool read(const Json &json, operations::MenuRunMainMenuCommand::Result::Code &value, Misfit &misfit);
template <> Json write(const operations::MenuRunMainMenuCommand::Result::Code &value);
template <> bool read(const Json &json, operations::MenuRunMainMenuCommand::Result::CandidatesItem &value, Misfit &misfit);
template <> Json write(const operations::MenuRunMainMenuCommand::Result::CandidatesItem &value);
template <> bool read(const Json &json, operations::MenuRunMainMenuCommand::Result &value, Misfit &misfit);
template <> Json write(const operations::MenuRunMainMenuCommand::Result &value);
template <> bool read(const Json &json, operations::MenuShow::Params::WindowMode &value, Misfit &misfit);
template <> Json write(const operations::MenuShow::Params::WindowMode &value);
template <> bool read(const Json &json, operations::MenuShow::Params::WindowModel &value, Misfit &misfit);
template <> Json write(const operations::MenuShow::Params::WindowModel &value);
template <> bool read(const Json &json, operations::MenuShow::Params::Backdrop &value, Misfit &misfit);
template <> Json write(const operations::MenuShow::Params::Backdrop &value);
template <> bool read(const Json &json, operations::MenuShow::Params &value, Misfit &misfit);
template <> Json write(const operations::MenuShow::Params &value);
template <> bool read(const Json &json, operations::MenuShow::Result::Details::Field &value, Misfit &misfit);
template <> Json write(const operations::MenuShow::Result::Details::Field &value);
template <> bool read(const Json &json, operations::MenuShow::Result::Details &value, Misfit &misfit);
template <> Json write(const operations::MenuShow::Result::Details &value);
template <> bool read(const Json &json, operations::MenuShow::Result &value, Misfit &misfit);
template <> Json write(const operations::MenuShow::Result &value);
template <> bool read(const Json &json, operations::MenuShowNativePopup::Params::Mode &value, Misfit &misfit);
template <> Json write(const operations::MenuShowNativePopup::Params::Mode &value);
template <> bool read(const Json &json, operations::MenuShowNativePopup::Params &value, Misfit &misfit);
template <> Json write(const operations::MenuShowNativePopup::Params &value);
template <> bool read(const Json &json, operations::MenuShowNativePopup::Result &value, Misfit &misfit);
template <> Json write(const operations::MenuShowNativePopup::Result &value);
template <> bool read(const Json &json, operations::MiscExit::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscExit::Params &value);
template <> bool read(const Json &json, operations::MiscExit::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscExit::Result &value);
template <> bool read(const Json &json, operations::MiscGetComponentPath::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscGetComponentPath::Params &value);
template <> bool read(const Json &json, operations::MiscGetComponentPath::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscGetComponentPath::Result &value);
template <> bool read(const Json &json, operations::MiscGetFoobarPath::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscGetFoobarPath::Params &value);
template <> bool read(const Json &json, operations::MiscGetFoobarPath::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscGetFoobarPath::Result &value);
template <> bool read(const Json &json, operations::MiscGetProfilePath::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscGetProfilePath::Params &value);
template <> bool read(const Json &json, operations::MiscGetProfilePath::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscGetProfilePath::Result &value);
template <> bool read(const Json &json, operations::MiscRestart::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscRestart::Params &value);
template <> bool read(const Json &json, operations::MiscRestart::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscRestart::Result &value);
template <> bool read(const Json &json, operations::MiscShowConsole::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscShowConsole::Params &value);
template <> bool read(const Json &json, operations::MiscShowConsole::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscShowConsole::Result &value);
template <> bool read(const Json &json, operations::MiscShowLibrarySearch::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscShowLibrarySearch::Params &value);
template <> bool read(const Json &json, operations::MiscShowLibrarySearch::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscShowLibrarySearch::Result &value);
template <> bool read(const Json &json, operations::MiscShowPopupMessage::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscShowPopupMessage::Params &value);
template <> bool read(const Json &json, operations::MiscShowPopupMessage::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscShowPopupMessage::Result &value);
template <> bool read(const Json &json, operations::MiscShowPreferences::Params &value, Misfit &misfit);
template <> Json write(const operations::MiscShowPreferences::Params &value);
template <> bool read(const Json &json, operations::MiscShowPreferences::Result &value, Misfit &misfit);
template <> Json write(const operations::MiscShowPreferences::Result &value);
template <> bool read(const Json &json, operations::PanelGetConfig::Params &value, Misfit &misfit);
template <> Json write(const operations::PanelGetConfig::Params &value);
template <> bool read(const Json &json, operations::PanelGetConfig::Result &value, Misfit &misfit);
template <> Json write(const operations::PanelGetConfig::Result &value);
template <> bool read(const Json &json, operations::PanelSetConfig::Params &value, Misfit &misfit);
template <> Json write(const operations::PanelSetConfig::Params &value);
template <> bool read(const Json &json, operations::PanelSetConfig::Result &value, Misfit &misfit);
template <> Json write(const operations::PanelSetConfig::Result &value);
template <> bool read(const Json &json, operations::QueueAdd::Params &value, Misfit &misfit);
template <> Json write(const operations::QueueAdd::Params &value);
template <> bool read(const Json &json, operations::QueueAdd::Result &value, Misfit &misfit);
template <> Json write(const operations::QueueAdd::Result &value);
template <> bool read(const Json &json, operations::QueueAddPaths::Params &value, Misfit &misfit);
template <> Json write(const operations::QueueAddPaths::Params &value);
template <> bool read(const Json &json, operations::QueueAddPaths::Result &value, Misfit &misfit);
template <> Json write(const operations::QueueAddPaths::Result &value);
template <> bool read(const Json &json, operations::QueueClear::Params &value, Misfit &misfit);
template <> Json write(const operations::QueueClear::Params &value);
template <> bool read(const Json &json, operations::QueueClear::Result &value, Misfit &misfit);
template <> Json write(const operations::QueueClear::Result &value);
template <> bool read(const Json &json, operations::QueueFlush::Params &value, Misfit &misfit);
template <> Json write(const operations::QueueFlush::Params &value);
template <> bool read(const Json &json, operations::QueueFlush::Result &value, Misfit &misfit);
template <> Json write(const operations::QueueFlush::Result &value);
template <> bool read(const Json &json, operations::QueueGet::Params &value, Misfit &misfit);
template <> Json write(const operations::QueueGet::Params &value);
template <> bool read(const Json &json, operations::QueueGet::Result &value, Misfit &misfit);
template <> Json write(const operations::QueueGet::Result &value);
template <> bool read(const Json &json, operations::QueueGetCount::Params &value, Misfit &misfit);
template <> Json write(const operations::QueueGetCount::Params &value);
template <> bool read(const Json &json, operations::QueueGetCount::Result &value, Misfit &misfit);
template <> Json write(const operations::QueueGetCount::Result &value);
template <> bool read(const Json &json, operations::QueueMoveToTop::Params &value, Misfit &misfit);
template <> Json write(const operations::QueueMoveToTop::Params &value);
template <> bool read(const Json &json, operations::QueueMoveToTop::Result &value, Misfit &misfit);
template <> Json write(const operations::QueueMoveToTop::Result &value);
template <> bool read(const Json &json, operations::QueueRemove::Params &value, Misfit &misfit);
template <> Json write(const operations::QueueRemove::Params &value);
template <> bool read(const Json &json, operations::QueueRemove::Result &value, Misfit &misfit);
template <> Json write(const operations::QueueRemove::Result &value);
template <> bool read(const Json &json, operations::SelectionGet::Params &value, Misfit &misfit);
template <> Json write(const operations::SelectionGet::Params &value);
template <> bool read(const Json &json, operations::SelectionGet::Result::Type &value, Misfit &misfit);
template <> Json write(const operations::SelectionGet::Result::Type &value);
template <> bool read(const Json &json, operations::SelectionGet::Result &value, Misfit &misfit);
template <> Json write(const operations::SelectionGet::Result &value);
template <> bool read(const Json &json, operations::SelectionGetType::Params &value, Misfit &misfit);
template <> Json write(const operations::SelectionGetType::Params &value);
template <> bool read(const Json &json, operations::SelectionGetType::Result::TypeName &value, Misfit &misfit);
template <> Json write(const operations::SelectionGetType::Result::TypeName &value);
template <> bool read(const Json &json, operations::SelectionGetType::Result &value, Misfit &misfit);
template <> Json write(const operations::SelectionGetType::Result &value);
template <> bool read(const Json &json, operations::SelectionGetViewerMode::Params &value, Misfit &misfit);
template <> Json write(const operations::SelectionGetViewerMode::Params &value);
template <> bool read(const Json &json, operations::SelectionGetViewerMode::Result::Mode &value, Misfit &misfit);
template <> Json write(const operations::SelectionGetViewerMode::Result::Mode &value);
template <> bool read(const Json &json, operations::SelectionGetViewerMode::Result &value, Misfit &misfit);
template <> Json write(const operations::SelectionGetViewerMode::Result &value);
template <> bool read(const Json &json, operations::SelectionGetViewingTrack::Params &value, Misfit &misfit);
template <> Json write(const operations::SelectionGetViewingTrack::Params &value);
template <> bool read(const Json &json, operations::SelectionSet::Params &value, Misfit &misfit);
template <> Json write(const operations::SelectionSet::Params &value);
template <> bool read(const Json &json, operations::SelectionSet::Result &value, Misfit &misfit);
template <> Json write(const operations::SelectionSet::Result &value);
template <> bool read(const Json &json, operations::SelectionSetPlaylistTracking::Params::Mode &value, Misfit &misfit);
template <> Json write(const operations::SelectionSetPlaylistTracking::Params::Mode &value);
template <> bool read(const Json &json, operations::SelectionSetPlaylistTracking::Params &value, Misfit &misfit);
template <> Json write(const operations::SelectionSetPlaylistTracking::Params &value);
template <> bool read(const Json &json, operations::SelectionSetPlaylistTracking::Result::Mode &value, Misfit &misfit);
template <> Json write(const operations::SelectionSetPlaylistTracking::Result::Mode &value);
template <> bool read(const Json &json, operations::SelectionSetPlaylistTracking::Result &value, Misfit &misfit);
template <> Json write(const operations::SelectionSetPlaylistTracking::Result &value);
template <> bool read(const Json &json, operations::SystemGetApisByNamespace::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemGetApisByNamespace::Params &value);
template <> bool read(const Json &json, operations::SystemGetApisByNamespace::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemGetApisByNamespace::Result &value);
template <> bool read(const Json &json, operations::SystemGetApiStats::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemGetApiStats::Params &value);
template <> bool read(const Json &json, operations::SystemGetApiStats::Result::Registered &value, Misfit &misfit);
template <> Json write(const operations::SystemGetApiStats::Result::Registered &value);
template <> bool read(const Json &json, operations::SystemGetApiStats::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemGetApiStats::Result &value);
template <> bool read(const Json &json, operations::SystemGetDPI::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemGetDPI::Params &value);
template <> bool read(const Json &json, operations::SystemGetDPI::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemGetDPI::Result &value);
template <> bool read(const Json &json, operations::SystemGetLocale::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemGetLocale::Params &value);
template <> bool read(const Json &json, operations::SystemGetLocale::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemGetLocale::Result &value);
template <> bool read(const Json &json, operations::SystemGetRegisteredPlugins::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemGetRegisteredPlugins::Params &value);
template <> bool read(const Json &json, operations::SystemGetRegisteredPlugins::Result::RegisteredItem &value, Misfit &misfit);
template <> Json write(const operations::SystemGetRegisteredPlugins::Result::RegisteredItem &value);
template <> bool read(const Json &json, operations::SystemGetRegisteredPlugins::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemGetRegisteredPlugins::Result &value);
template <> bool read(const Json &json, operations::SystemGetTheme::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemGetTheme::Params &value);
template <> bool read(const Json &json, operations::SystemGetTheme::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemGetTheme::Result &value);
template <> bool read(const Json &json, operations::SystemIsPluginRegistered::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemIsPluginRegistered::Params &value);
template <> bool read(const Json &json, operations::SystemIsPluginRegistered::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemIsPluginRegistered::Result &value);
template <> bool read(const Json &json, operations::SystemListAvailableApis::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemListAvailableApis::Params &value);
template <> bool read(const Json &json, operations::SystemListAvailableApis::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemListAvailableApis::Result &value);
template <> bool read(const Json &json, operations::SystemSearchApis::Params &value, Misfit &misfit);
template <> Json write(const operations::SystemSearchApis::Params &value);
template <> bool read(const Json &json, operations::SystemSearchApis::Result &value, Misfit &misfit);
template <> Json write(const operations::SystemSearchApis::Result &value);
template <> bool read(const Json &json, operations::TestEcho::Params &value, Misfit &misfit);
template <> Json write(const operations::TestEcho::Params &value);
template <> bool read(const Json &json, operations::TestEcho::Result &value, Misfit &misfit);
template <> Json write(const operations::TestEcho::Result &value);
template <> bool read(const Json &json, operations::TestPing::Params &value, Misfit &misfit);
template <> Json write(const operations::TestPing::Params &value);
template <> bool read(const Json &json, operations::TestPing::Result &value, Misfit &misfit);
template <> Json write(const operations::TestPing::Result &value);
template <> bool read(const Json &json, operations::ArtworkGetCurrent::Params &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetCurrent::Params &value);
template <> bool read(const Json &json, operations::ArtworkGetForTrack::Params &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetForTrack::Params &value);
template <> bool read(const Json &json, operations::ArtworkGetFb2kUrl::Params &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetFb2kUrl::Params &value);
template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPath::Params &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetFb2kUrlByPath::Params &value);
template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Params::ItemsItem &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Params::ItemsItem &value);
template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Params &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Params &value);
template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Result::ArtworksItem::Reason &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Result::ArtworksItem::Reason &value);
template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Result::ArtworksItem &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Result::ArtworksItem &value);
template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Result &value, Misfit &misfit);
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Result &value);
template <> bool read(const Json &json, operations::AudioGetStreamInfo::Params &value, Misfit &misfit);
template <> Json write(const operations::AudioGetStreamInfo::Params &value);
template <> bool read(const Json &json, operations::DiscoveryExecuteMainMenuCommand::Params &value, Misfit &misfit);
template <> Json write(const operations::DiscoveryExecuteMainMenuCommand::Params &value);
template <> bool read(const Json &json, operations::DiscoveryExecuteMainMenuCommand::Result &value, Misfit &misfit);
template <> Json write(const operations::DiscoveryExecuteMainMenuCommand::Result &value);
template <> bool read(const Json &json, operations::DiscoveryGetComponents::Params &value, Misfit &misfit);
template <> Json write(const operations::DiscoveryGetComponents::Params &value);
template <> bool read(const Json &json, operations::DiscoveryGetComponents::Result::ComponentsItem &value, Misfit &misfit);
template <> Json write(const operations::DiscoveryGetComponents::Result::ComponentsItem &value);
template <> bool read(const Json &json, operations::DiscoveryGetComponents::Result &value, Misfit &misfit);
template <> Json write(const operations::DiscoveryGetComponents::Result &value);
template <> bool read(const Json &json, operations::DiscoverySearchCommands::Params &value, Misfit &misfit);
template <> Json write(const operations::DiscoverySearchCommands::Params &value);
template <> bool read(const Json &json, operations::DiscoverySearchCommands::Result::ResultsItem::Description &value, Misfit &misfit);
template <> Json write(const operations::DiscoverySearchCommands::Result::ResultsItem::Description &value);
template <> bool read(const Json &json, operations::DiscoverySearchCommands::Result::ResultsItem::Type &value, Misfit &misfit);
template <> Json write(const operations::DiscoverySearchCommands::Result::ResultsItem::Type &value);
template <> bool read(const Json &json, operations::DiscoverySearchCommands::Result::ResultsItem &value, Misfit &misfit);
template <> Json write(const operations::DiscoverySearchCommands::Result::ResultsItem &value);
template <> bool read(const Json &json, operations::DiscoverySearchCommands::Result &value, Misfit &misfit);
template <> Json write(const operations::DiscoverySearchCommands::Result &value);
template <> bool read(const Json &json, operations::LibrarySearch::Params &value, Misfit &misfit);
template <> Json write(const operations::LibrarySearch::Params &value);
template <> bool read(const Json &json, operations::LibrarySearch::Result::TracksItem &value, Misfit &misfit);
template <> Json write(const operations::LibrarySearch::Result::TracksItem &value);
template <> bool read(const Json &json, operations::LibrarySearch::Result::ItemsItem &value, Misfit &misfit);
template <> Json write(const operations::LibrarySearch::Result::ItemsItem &value);
template <> bool read(const Json &json, operations::LibrarySearch::Result &value, Misfit &misfit);
template <> Json write(const operations::LibrarySearch::Result &value);
template <> bool read(const Json &json, operations::LibraryGetAlbums::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAlbums::Params &value);
template <> bool read(const Json &json, operations::LibraryGetAlbums::Result::AlbumsItem::Label &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAlbums::Result::AlbumsItem::Label &value);
template <> bool read(const Json &json, operations::LibraryGetAlbums::Result::AlbumsItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAlbums::Result::AlbumsItem &value);
template <> bool read(const Json &json, operations::LibraryGetAlbums::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAlbums::Result &value);
template <> bool read(const Json &json, operations::LibraryGetAlbumTracks::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAlbumTracks::Params &value);
template <> bool read(const Json &json, operations::LibraryGetAlbumTracks::Result::TracksItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAlbumTracks::Result::TracksItem &value);
template <> bool read(const Json &json, operations::LibraryGetAlbumTracks::Result::ItemsItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAlbumTracks::Result::ItemsItem &value);
template <> bool read(const Json &json, operations::LibraryGetAlbumTracks::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAlbumTracks::Result &value);
template <> bool read(const Json &json, operations::LibraryGetArtists::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetArtists::Params &value);
template <> bool read(const Json &json, operations::LibraryGetArtists::Result::ItemsItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetArtists::Result::ItemsItem &value);
template <> bool read(const Json &json, operations::LibraryGetArtists::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetArtists::Result &value);
template <> bool read(const Json &json, operations::LibraryGetArtistTracks::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetArtistTracks::Params &value);
template <> bool read(const Json &json, operations::LibraryGetArtistTracks::Result::TracksItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetArtistTracks::Result::TracksItem &value);
template <> bool read(const Json &json, operations::LibraryGetArtistTracks::Result::ItemsItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetArtistTracks::Result::ItemsItem &value);
template <> bool read(const Json &json, operations::LibraryGetArtistTracks::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetArtistTracks::Result &value);
template <> bool read(const Json &json, operations::LibraryGetGenres::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetGenres::Params &value);
template <> bool read(const Json &json, operations::LibraryGetGenres::Result::GenresItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetGenres::Result::GenresItem &value);
template <> bool read(const Json &json, operations::LibraryGetGenres::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetGenres::Result &value);
template <> bool read(const Json &json, operations::LibraryGetAll::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAll::Params &value);
template <> bool read(const Json &json, operations::LibraryGetAll::Result::TracksItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAll::Result::TracksItem &value);
template <> bool read(const Json &json, operations::LibraryGetAll::Result::ItemsItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAll::Result::ItemsItem &value);
template <> bool read(const Json &json, operations::LibraryGetAll::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetAll::Result &value);
template <> bool read(const Json &json, operations::LibraryGetCount::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetCount::Params &value);
template <> bool read(const Json &json, operations::LibraryGetCount::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetCount::Result &value);
template <> bool read(const Json &json, operations::LibraryGetStats::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetStats::Params &value);
template <> bool read(const Json &json, operations::LibraryGetStats::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetStats::Result &value);
template <> bool read(const Json &json, operations::LibraryGetRandomTracks::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetRandomTracks::Params &value);
template <> bool read(const Json &json, operations::LibraryGetRandomTracks::Result::TracksItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetRandomTracks::Result::TracksItem &value);
template <> bool read(const Json &json, operations::LibraryGetRandomTracks::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetRandomTracks::Result &value);
template <> bool read(const Json &json, operations::LibraryGetRecentlyAdded::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetRecentlyAdded::Params &value);
template <> bool read(const Json &json, operations::LibraryGetRecentlyAdded::Result::TracksItem &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetRecentlyAdded::Result::TracksItem &value);
template <> bool read(const Json &json, operations::LibraryGetRecentlyAdded::Result::SortBy &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetRecentlyAdded::Result::SortBy &value);
template <> bool read(const Json &json, operations::LibraryGetRecentlyAdded::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryGetRecentlyAdded::Result &value);
template <> bool read(const Json &json, operations::LibraryRefresh::Params &value, Misfit &misfit);
template <> Json write(const operations::LibraryRefresh::Params &value);
template <> bool read(const Json &json, operations::LibraryRefresh::Result &value, Misfit &misfit);
template <> Json write(const operations::LibraryRefresh::Result &value);
template <> bool read(const Json &json, operations::LyricsGet::Params &value, Misfit &misfit);
template <> Json write(const operations::LyricsGet::Params &value);
template <> bool read(const Json &json, operations::PlaybackPlay::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPlay::Params &value);
template <> bool read(const Json &json, operations::PlaybackPlay::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPlay::Result &value);
template <> bool read(const Json &json, operations::PlaybackPause::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPause::Params &value);
template <> bool read(const Json &json, operations::PlaybackPause::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPause::Result &value);
template <> bool read(const Json &json, operations::PlaybackPlayOrPause::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPlayOrPause::Params &value);
template <> bool read(const Json &json, operations::PlaybackPlayOrPause::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPlayOrPause::Result &value);
template <> bool read(const Json &json, operations::PlaybackStop::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackStop::Params &value);
template <> bool read(const Json &json, operations::PlaybackStop::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackStop::Result &value);
template <> bool read(const Json &json, operations::PlaybackNext::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackNext::Params &value);
template <> bool read(const Json &json, operations::PlaybackNext::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackNext::Result &value);
template <> bool read(const Json &json, operations::PlaybackPrevious::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPrevious::Params &value);
template <> bool read(const Json &json, operations::PlaybackPrevious::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPrevious::Result &value);
template <> bool read(const Json &json, operations::PlaybackRandom::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackRandom::Params &value);
template <> bool read(const Json &json, operations::PlaybackRandom::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackRandom::Result &value);
template <> bool read(const Json &json, operations::PlaybackGetState::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetState::Params &value);
template <> bool read(const Json &json, operations::PlaybackGetState::Result::State &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetState::Result::State &value);
template <> bool read(const Json &json, operations::PlaybackGetState::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetState::Result &value);
template <> bool read(const Json &json, operations::PlaybackGetPosition::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetPosition::Params &value);
template <> bool read(const Json &json, operations::PlaybackGetPosition::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetPosition::Result &value);
template <> bool read(const Json &json, operations::PlaybackSetPosition::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackSetPosition::Params &value);
template <> bool read(const Json &json, operations::PlaybackSetPosition::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackSetPosition::Result &value);
template <> bool read(const Json &json, operations::PlaybackGetVolume::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetVolume::Params &value);
template <> bool read(const Json &json, operations::PlaybackGetVolume::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetVolume::Result &value);
template <> bool read(const Json &json, operations::PlaybackSetVolume::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackSetVolume::Params &value);
template <> bool read(const Json &json, operations::PlaybackSetVolume::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackSetVolume::Result &value);
template <> bool read(const Json &json, operations::PlaybackVolumeUp::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackVolumeUp::Params &value);
template <> bool read(const Json &json, operations::PlaybackVolumeUp::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackVolumeUp::Result &value);
template <> bool read(const Json &json, operations::PlaybackVolumeDown::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackVolumeDown::Params &value);
template <> bool read(const Json &json, operations::PlaybackVolumeDown::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackVolumeDown::Result &value);
template <> bool read(const Json &json, operations::PlaybackToggleMute::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackToggleMute::Params &value);
template <> bool read(const Json &json, operations::PlaybackToggleMute::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackToggleMute::Result &value);
template <> bool read(const Json &json, operations::PlaybackGetCurrentTrack::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetCurrentTrack::Params &value);
template <> bool read(const Json &json, operations::PlaybackGetCurrentTrackIndex::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetCurrentTrackIndex::Params &value);
template <> bool read(const Json &json, operations::PlaybackGetPlaybackOrder::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetPlaybackOrder::Params &value);
template <> bool read(const Json &json, operations::PlaybackGetPlaybackOrder::Result::OrderName &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetPlaybackOrder::Result::OrderName &value);
template <> bool read(const Json &json, operations::PlaybackGetPlaybackOrder::Result::Name &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetPlaybackOrder::Result::Name &value);
template <> bool read(const Json &json, operations::PlaybackGetPlaybackOrder::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetPlaybackOrder::Result &value);
template <> bool read(const Json &json, operations::PlaybackSetPlaybackOrder::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackSetPlaybackOrder::Params &value);
template <> bool read(const Json &json, operations::PlaybackSetPlaybackOrder::Result::OrderName &value, Misfit &misfit);
template <> Json write(const operations::PlaybackSetPlaybackOrder::Result::OrderName &value);
template <> bool read(const Json &json, operations::PlaybackSetPlaybackOrder::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackSetPlaybackOrder::Result &value);
template <> bool read(const Json &json, operations::PlaybackGetStopAfterCurrent::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetStopAfterCurrent::Params &value);
template <> bool read(const Json &json, operations::PlaybackGetStopAfterCurrent::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackGetStopAfterCurrent::Result &value);
template <> bool read(const Json &json, operations::PlaybackToggleStopAfterCurrent::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackToggleStopAfterCurrent::Params &value);
template <> bool read(const Json &json, operations::PlaybackToggleStopAfterCurrent::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackToggleStopAfterCurrent::Result &value);
template <> bool read(const Json &json, operations::PlaybackPlayPath::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPlayPath::Params &value);
template <> bool read(const Json &json, operations::PlaybackPlayPath::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPlayPath::Result &value);
template <> bool read(const Json &json, operations::PlaybackPlayPaths::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPlayPaths::Params &value);
template <> bool read(const Json &json, operations::PlaybackPlayPaths::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaybackPlayPaths::Result &value);
template <> bool read(const Json &json, operations::PlaylistGetAll::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistGetAll::Params &value);
template <> bool read(const Json &json, operations::PlaylistGetAll::Result::PlaylistsItem &value, Misfit &misfit);
template <> Json write(const operations::PlaylistGetAll::Result::PlaylistsItem &value);
template <> bool read(const Json &json, operations::PlaylistGetAll::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistGetAll::Result &value);
template <> bool read(const Json &json, operations::PlaylistGetActive::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistGetActive::Params &value);
template <> bool read(const Json &json, operations::PlaylistGetActive::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistGetActive::Result &value);
template <> bool read(const Json &json, operations::PlaylistSetActive::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistSetActive::Params &value);
template <> bool read(const Json &json, operations::PlaylistSetActive::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistSetActive::Result &value);
template <> bool read(const Json &json, operations::PlaylistGetTracks::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistGetTracks::Params &value);
template <> bool read(const Json &json, operations::PlaylistGetTracks::Result::TracksItem &value, Misfit &misfit);
template <> Json write(const operations::PlaylistGetTracks::Result::TracksItem &value);
template <> bool read(const Json &json, operations::PlaylistGetTracks::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistGetTracks::Result &value);
template <> bool read(const Json &json, operations::PlaylistCreate::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistCreate::Params &value);
template <> bool read(const Json &json, operations::PlaylistCreate::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistCreate::Result &value);
template <> bool read(const Json &json, operations::PlaylistRemove::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistRemove::Params &value);
template <> bool read(const Json &json, operations::PlaylistRemove::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistRemove::Result &value);
template <> bool read(const Json &json, operations::PlaylistRename::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistRename::Params &value);
template <> bool read(const Json &json, operations::PlaylistRename::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistRename::Result &value);
template <> bool read(const Json &json, operations::PlaylistClear::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistClear::Params &value);
template <> bool read(const Json &json, operations::PlaylistClear::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistClear::Result &value);
template <> bool read(const Json &json, operations::PlaylistDuplicate::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistDuplicate::Params &value);
template <> bool read(const Json &json, operations::PlaylistDuplicate::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistDuplicate::Result &value);
template <> bool read(const Json &json, operations::PlaylistAddPathsAsync::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistAddPathsAsync::Params &value);
template <> bool read(const Json &json, operations::PlaylistAddPathsAsync::Result::Status &value, Misfit &misfit);
template <> Json write(const operations::PlaylistAddPathsAsync::Result::Status &value);
template <> bool read(const Json &json, operations::PlaylistAddPathsAsync::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistAddPathsAsync::Result &value);
template <> bool read(const Json &json, operations::PlaylistRemoveTracks::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistRemoveTracks::Params &value);
template <> bool read(const Json &json, operations::PlaylistRemoveTracks::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistRemoveTracks::Result &value);
template <> bool read(const Json &json, operations::PlaylistMoveTracks::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistMoveTracks::Params &value);
template <> bool read(const Json &json, operations::PlaylistMoveTracks::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistMoveTracks::Result &value);
template <> bool read(const Json &json, operations::PlaylistSort::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistSort::Params &value);
template <> bool read(const Json &json, operations::PlaylistSort::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistSort::Result &value);
template <> bool read(const Json &json, operations::PlaylistShuffle::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistShuffle::Params &value);
template <> bool read(const Json &json, operations::PlaylistShuffle::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistShuffle::Result &value);
template <> bool read(const Json &json, operations::PlaylistReverse::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistReverse::Params &value);
template <> bool read(const Json &json, operations::PlaylistReverse::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistReverse::Result &value);
template <> bool read(const Json &json, operations::PlaylistPlayTrack::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistPlayTrack::Params &value);
template <> bool read(const Json &json, operations::PlaylistPlayTrack::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistPlayTrack::Result &value);
template <> bool read(const Json &json, operations::PlaylistPlayPaths::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistPlayPaths::Params &value);
template <> bool read(const Json &json, operations::PlaylistPlayPaths::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistPlayPaths::Result &value);
template <> bool read(const Json &json, operations::PlaylistReplaceAllAndPlay::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistReplaceAllAndPlay::Params &value);
template <> bool read(const Json &json, operations::PlaylistReplaceAllAndPlay::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistReplaceAllAndPlay::Result &value);
template <> bool read(const Json &json, operations::PlaylistCreateAutoplaylist::Params &value, Misfit &misfit);
template <> Json write(const operations::PlaylistCreateAutoplaylist::Params &value);
template <> bool read(const Json &json, operations::PlaylistCreateAutoplaylist::Result &value, Misfit &misfit);
template <> Json write(const operations::PlaylistCreateAutoplaylist::Result &value);
template <> bool read(const Json &json, operations::UiShowContextMenu::Params &value, Misfit &misfit);
template <> Json write(const operations::UiShowContextMenu::Params &value);
template <> bool read(const Json &json, operations::UiShowContextMenu::Result::Details::Field &value, Misfit &misfit);
template <> Json write(const operations::UiShowContextMenu::Result::Details::Field &value);
template <> bool read(const Json &json, operations::UiShowContextMenu::Result::Details &value, Misfit &misfit);
template <> Json write(const operations::UiShowContextMenu::Result::Details &value);
template <> bool read(const Json &json, operations::UiShowContextMenu::Result &value, Misfit &misfit);
template <> Json write(const operations::UiShowContextMenu::Result &value);
template <> bool read(const Json &json, operations::WindowClose::Params &value, Misfit &misfit);
template <> Json write(const operations::WindowClose::Params &value);
template <> bool read(const Json &json, operations::WindowClose::Result &value, Misfit &misfit);
template <> Json write(const operations::WindowClose::Result &value);
template <> bool read(const Json &json, operations::WindowIsMaximized::Params &value, Misfit &misfit);
template <> Json write(const operations::WindowIsMaximized::Params &value);
template <> bool read(const Json &json, operations::WindowIsMaximized::Result &value, Misfit &misfit);
template <> Json write(const operations::WindowIsMaximized::Result &value);
template <> bool read(const Json &json, operations::WindowMinimize::Params &value, Misfit &misfit);
template <> Json write(const operations::WindowMinimize::Params &value);
template <> bool read(const Json &json, operations::WindowMinimize::Result &value, Misfit &misfit);
template <> Json write(const operations::WindowMinimize::Result &value);
template <> bool read(const Json &json, operations::WindowStartDrag::Params &value, Misfit &misfit);
template <> Json write(const operations::WindowStartDrag::Params &value);
template <> bool read(const Json &json, operations::WindowStartDrag::Result &value, Misfit &misfit);
template <> Json write(const operations::WindowStartDrag::Result &value);
template <> bool read(const Json &json, operations::WindowToggleMaximize::Params &value, Misfit &misfit);
template <> Json write(const operations::WindowToggleMaximize::Params &value);
template <> bool read(const Json &json, operations::WindowToggleMaximize::Result &value, Misfit &misfit);
template <> Json write(const operations::WindowToggleMaximize::Result &value);

}  // namespace tonearm
