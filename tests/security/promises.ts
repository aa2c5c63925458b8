/**
 * The tests of the promises in SECURITY.md: for each promise, by its name there, the tests that try to break it, by file.
 */
export const promises: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "Panel": {
    "tests/security/forged_test.ts": [
      "a panel in a page's parameters is ignored",
      "events of a menu go only to the panel that opened it",
      "of duplicate members the last one counts, so that members after the page's text win",
    ],
  },
  "Calls only": {
    "tests/security/forged_test.ts": [
      "a page cannot send lifecycle messages, signals or answers",
      "a page cannot answer a native action or choose its id",
      "an id of any text is repeated unchanged and never confused with another",
      "a call with an id in use is refused and does not disturb the call in flight",
    ],
  },
  "Keys": {
    "tests/security/prototype_test.ts": [
      "keys that are special in JavaScript have no effect in the parameters of any operation",
      "inherited properties are not parameters",
      "panel.getConfig keeps members with keys that are special in JavaScript",
      "inherited properties are not members of a message",
      "test.echo returns keys that are special in JavaScript as plain members",
    ],
  },
  "Shape": {
    "tests/security/nesting_test.ts": [
      "a message that is too deep or has too many parts is refused before it is parsed, and the next call is served",
      "every operation answers parameters nested nearly as deep as allowed without a defect",
      "test.echo returns values nested nearly as deep as allowed",
      "menu rows nested nearly as deep as allowed exceed the depth limit",
      "a message nested nearly as deep as allowed in any member is answered once",
    ],
    "tests/limits/wire_test.ts": [
      "the limits of a message's shape grow with a frame limit above 64 MiB only",
    ],
  },
  "Texts": {
    "tests/security/long_strings_test.ts": [
      "every operation answers a mebibyte of text in any field once, without a defect",
      "a mebibyte of text in any member of a message is answered once",
      "a mebibyte of text in lifecycle messages and signals does no harm",
      "an answer that repeats a long text and is over the frame limit becomes a short error",
    ],
    "tests/handlers/extensions/patterns_test.ts": [
      "all that a title format may search and replace takes a few seconds",
      "the keys of a sorted library take little memory, whatever the pattern repeats",
    ],
    "tests/security/regex_test.ts": [
      "every regular expression of the bridge runs in linear time",
      "no regular expression is made from input",
    ],
  },
  "Answers": {
    "tests/faults/fuzz_test.ts": [
      "a bridge answers every readable request of thousands of fuzzed frames once, and then a normal call",
    ],
  },
  "Floods": {
    "tests/faults/load_test.ts": [
      "of 70,000 calls in flight, those over the limit are refused",
      "calls of a player that never reads are refused, then reading pauses, and memory stays bounded",
    ],
    "tests/host_stdio/connection_test.ts": [
      "calls are refused while the messages of calls in flight are longer than the queue limit",
      "calls are refused while the messages of calls in flight take more memory than the queue limit",
      "long answers are refused while the output is over its limit, and short ones are not",
      "an answer that waits for the player to read waits until an eighth of the limit is queued",
      "a call gets no answer of the player while those that other calls keep take too much memory",
      "a call counts as in flight while its long answer is written",
      "Connection serves other calls while it writes a long answer",
      "calls are refused while too many actions of cancelled calls are pending",
    ],
    "tests/handlers/extensions/long_answers_test.ts": [
      "title formats are evaluated one at a time, so that many that take long do not delay other calls",
    ],
    "tests/handlers/log/log_files_test.ts": [
      "LogFiles reads nothing while the output queue is over its limit, but still writes",
    ],
  },
  "File names": {
    "tests/security/unicode_test.ts": [
      "no log file name leaves the log directory or names a device",
      "a log file name that looks like a path creates one file in the log directory",
      "a lone surrogate in a log file name becomes U+FFFD, in the answer too",
    ],
    "tests/security/files_test.ts": [
      "no operation reads, changes or creates a file outside the log directory",
    ],
  },
  "Labels": {
    "tests/security/unicode_test.ts": [
      "a command name does not match look-alike labels",
      "no command is run if several labels fold to the same name",
      "labels and texts of any characters pass through unchanged",
    ],
  },
  "Media paths": {
    "tests/security/unicode_test.ts": [
      "media paths with hidden parts do not reach the player",
      "only the operations that SECURITY.md names pass on a media path with hidden parts",
    ],
  },
  "Terminal": {
    "tests/host_stdio/process/stderr_diagnostics_test.ts": [
      "each diagnostic is one line without control characters",
      "diagnostics cut long texts and messages of errors",
    ],
  },
  "Secrets": {
    "tests/security/secrets_test.ts": [
      "no answer contains messages of the runtime after any failure",
      "an invalid answer of the player is reported by its place, never by its value",
      "text that cannot be parsed is not repeated",
      "errors of the disk are reported without paths and messages of the runtime",
      "a defect of the bridge answers two words and reports the details on stderr",
      "a bridge process cannot read the environment and reveals nothing about the machine",
      "log.write answers the full path of its file, and no other operation answers a path",
    ],
  },
  "Links": {
    "tests/security/files_test.ts": [
      "links, hard links, folders and pipes in the log directory are neither read nor written by any log operation",
    ],
    "tests/faults/disk_test.ts": [
      "a log file that is replaced by a link while it is used never leads outside",
      "a link in place of the log directory is not followed",
    ],
  },
  "Content": {
    "tests/security/files_test.ts": [
      "a log file of any bytes is read as text",
    ],
    "tests/faults/hostile_player_test.ts": [
      "counting the lines of a huge file delays no other calls, and ends when the panel closes or the player ends",
    ],
    "tests/handlers/log/log_files_test.ts": [
      "LogFiles does not read a file over the size limit",
    ],
  },
  "Names of plugins": {
    "tests/security/plugin_test.ts": [
      "a plugin cannot register methods of the bridge, reserved prefixes or names that are not identifiers",
      "a plugin cannot hide built-in operations or those of another plugin",
    ],
  },
  "Plugins": {
    "tests/security/plugin_test.ts": [
      "a plugin's answer is passed on unchanged and has no other effect",
      "texts of a plugin are compared as texts, not as patterns",
      "a plugin that fails, lacks its method or answers nothing fails its own call only",
    ],
    "tests/security/nesting_test.ts": [
      "parameters, results and registrations of plugins may be nested nearly as deep as allowed",
    ],
  },
  "Players": {
    "tests/security/nesting_test.ts": [
      "an answer nested nearly as deep as allowed fails only its own native action",
    ],
    "tests/faults/hostile_player_test.ts": [
      "repeated answers, answers without an action and answers with a wrong type of id are ignored",
      "no answer to a native action causes a crash or a defect",
    ],
    "tests/faults/killed_player_test.ts": [
      "a bridge whose player is killed at any point ends with its logs intact",
    ],
  },
  "Hosts": {
    "tests/players/mpv/streams_test.ts": [
      "a stream may be opened only from a named host, or from a public one",
      "an address is public only outside all private, local, shared and reserved networks",
      "a public name with a private address is denied, one that is named is not",
    ],
    "tests/players/audacious/permissions_test.ts": [
      "a panel opens streams only from hosts that the user permits, and asks once",
    ],
    "tests/players/audacious/streams_test.ts": [
      "a permitted name of a private address opens when that address is permitted too",
    ],
  },
  "Entrances": {
    "tests/players/mpv/streams_test.ts": [
      "without permission no address is resolved, appended, queued, played or asked",
    ],
    "tests/players/audacious/permissions_test.ts": [
      "a panel opens streams only from hosts that the user permits, and asks once",
      "a host that the user permits is remembered for its panel",
    ],
    "tests/players/audacious/streams_test.ts": [
      "a kept entry opens only while its host is permitted, and only by the transport",
    ],
    "tests/players/quodlibet/limits_test.ts": [
      "a hostile page reaches neither the network nor files, and 20,000 songs are no burden",
    ],
  },
  "Followed addresses": {
    "tests/players/mpv/streams_test.ts": [
      "mpv follows redirects, playlists, segments and keys only to allowed hosts",
      "the proxy passes requests and tunnels to allowed hosts only, and says once who is missing",
    ],
    "tests/players/audacious/streams_test.ts": [
      "a permitted host leads Audacious to no other one",
    ],
    "tests/players/quodlibet/limits_test.ts": [
      "a stream of a panel leads to no other host, a station of the user may",
    ],
  },
  "Tags": {
    "tests/players/mpv/streams_test.ts": [
      "reading the tags of a file that refers to addresses requests none of them",
    ],
    "tests/players/audacious/permissions_test.ts": [
      "files that name others make Audacious request no address and open no pipe",
    ],
  },
  "Origin": {
    "tests/players/mpv/media_test.ts": [
      "a playlist from the network opens no files, and does not show in playlist 0",
    ],
    "tests/players/mpv/streams_test.ts": [
      "a playlist from the network that the user opens in mpv brings no local file into playlist 0",
    ],
    "tests/players/audacious/expanded_links_test.ts": [
      "a playlist file from the network adds all its streams, and no local path",
    ],
  },
  "Files beside a track": {
    "tests/players/mpv/extensions_test.ts": [
      "pictures come from the file or its folder, and lyrics from its tag or a file beside it",
    ],
    "tests/players/audacious/permissions_test.ts": [
      "a panel makes Audacious open regular files only, and read nothing behind a link",
    ],
    "tests/players/quodlibet/limits_test.ts": [
      "lyrics and covers behind a link out of the track's folder are not read",
    ],
  },
  "Menus": {
    "tests/players/mpv/menus_test.ts": [
      "the main menu has playback, order, volume, chapters, tracks and switches, and no key of mpv",
      "with key bindings in the main menu, those that run programs or write files stay out",
    ],
    "tests/players/audacious/permissions_test.ts": [
      "a panel changes how Audacious plays, and opens one message and one menu",
    ],
    "tests/players/quodlibet/limits_test.ts": [
      "only what controls playback is run from the main menu, and no plugin from a song's",
    ],
  },
  "Windows": {
    "tests/players/audacious/hostile_panels_test.ts": [
      "what a page does with its window leaves it and Audacious usable",
    ],
    "tests/players/audacious/permissions_test.ts": [
      "a panel changes how Audacious plays, and opens one message and one menu",
      "a panel makes Audacious open regular files only, and read nothing behind a link",
    ],
  },
  "Frame": {
    "tests/playground/existing_panel_test.ts": [
      "an existing panel in a tab keeps its storage, reloads when its files change and learns of refused requests",
    ],
    "tests/playground/request_guard_test.ts": [
      "the page is admitted at the host name of a tab, with the token only and not from the panel in it",
    ],
  },
  "Requests": {
    "tests/playground/existing_panel_test.ts": [
      "an existing panel requests nothing from another host, except by WebRTC as documented",
      "an existing panel in a tab neither reaches into a refused page nor registers a service worker, with 700 kB of cookies",
    ],
  },
  "Server": {
    "tests/playground/server_test.ts": [
      "a message of a panel that is too deep or has too many parts is refused under its id, unparsed",
      "further calls of a panel with too many bytes in pending calls are refused until those are answered",
      "a panel that does not read is closed, and an event that cannot be written is reported",
      "problems of a panel are reported once, cut, and limited until its files change",
      "a connection over the limit waits until another one has ended",
      "a file is read no faster than its panel takes it, and no further when the panel leaves",
    ],
    "tests/playground/wire_log_test.ts": [
      "an action has at most the oldest 64 calls as causes, and a long name is cut",
    ],
  },
  "Menu styles": {
    "tests/playground/page_test.ts": [
      "a menu's style cannot leave its box, and Escape closes a menu that its style hides",
    ],
  },
  "Typing": {
    "tests/playground/existing_panel_test.ts": [
      "an existing panel that takes the focus from a text field loses it, and is stopped when it goes on",
    ],
  },
  "Cookies": {
    "tests/playground/existing_panel_test.ts": [
      "an existing panel in a tab neither reaches into a refused page nor registers a service worker, with 700 kB of cookies",
    ],
    "tests/playground/server_test.ts": [
      "cookies are removed from every request, however many, and also from that of a socket",
    ],
  },
  "Network": {
    "tests/security/network_test.ts": [
      "no import reaches the network under the start lines",
      "with file permissions alone, the runtime downloads imports and checks for an update",
      "each part of the start line blocks the hosts that SECURITY.md lists",
    ],
  },
  "Disk": {
    "tests/security/sandbox_test.ts": [
      "code in the bridge writes outside the log directory only what the runtime itself keeps, as told",
      "beside a link that leads out of the log directory, code in the bridge writes nothing",
      "a bridge beside a link that leads out of the log directory says so, and writes no log",
      "the sandbox only permits reading and writing below the working directory",
      "a worker in the sandbox cannot get more permissions than the bridge",
      "the bridge never evaluates text as code and imports only pinned modules",
      "the runtime follows links out of the sandbox, but refuses to inspect an open file outside",
    ],
    "tests/host_stdio/process/command_line_test.ts": [
      "main.ts removes storage and redirects console to stderr before anything else loads",
    ],
  },
  "Start": {
    "tests/security/sandbox_test.ts": [
      "the client starts the bridge with permissions for its working directory only, and without prompts",
    ],
    "tests/host_stdio/process/rights_test.ts": [
      "a bridge with more permissions than it needs reports them and serves",
    ],
  },
  "Packages": {
    "tests/tools/first_run_test.ts": [
      "deno.lock has the content of every package that the workspace names",
    ],
  },
  "Releases": {
    "tests/tools/build/workflow_test.ts": [
      "every action of the release workflow is pinned by commit with its version",
      "the published files have checksums, and the npm packages have provenance",
    ],
  },
};

/** Tests of what SECURITY.md says is not defended. */
export const gaps: typeof promises[string] = {
  "tests/security/forged_test.ts": [
    "a page can forge lines of the log: the text is written unchanged",
  ],
};
