/*
 * A minimal player: starts a bridge, calls three operations for a panel, answers the resulting native actions, shows a
 * menu and shuts the bridge down. Needs C99 and POSIX only. README.md explains how to build it.
 *
 * Simplifications: it finds JSON members and passes their text on without decoding escapes, does one thing at a time,
 * and waits for answers without a timeout.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The largest accepted body in bytes, equal to the bridge's default limit. */
#define MAX_FRAME_BYTES (64u * 1024u * 1024u)
/* The bridge rejects deeper menus. */
#define MAX_MENU_DEPTH 8
/* How long to wait for the bridge to exit before the next step of shut_down(), in milliseconds. */
#ifndef EXIT_TIMEOUT_MS
#define EXIT_TIMEOUT_MS 2000
#endif

static void die(const char *what) {
    fprintf(stderr, "player: %s%s%s\n", what, errno ? ": " : "", errno ? strerror(errno) : "");
    exit(1);
}

/* ---- JSON ---- */

/* A slice of a JSON text; start is NULL when the value is missing. */
struct text {
    const char *start;
    size_t length;
};

static const struct text nothing = { NULL, 0 };

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    return at;
}

/* Returns the position after the value that starts here, or NULL when the value is incomplete. */
static const char *skip_value(const char *at, const char *end) {
    int depth = 0;
    do {
        if (at == end) return NULL;
        if (*at == '"') {
            for (at++; at < end && *at != '"'; at++)
                if (*at == '\\') at++;
            if (at >= end) return NULL;
            at++;
        } else if (*at == '{' || *at == '[' || *at == '}' || *at == ']') {
            depth += *at == '{' || *at == '[' ? 1 : -1;
            at++;
        } else if (depth > 0) {
            at++;
        } else {
            while (at < end && !strchr(",:]} \t\r\n", *at)) at++;
        }
    } while (depth > 0);
    return depth < 0 ? NULL : at;
}

/*
 * Iterates over an object or an array. Start with *at NULL. Each call sets the next value and, for an object, its key
 * including the quotes. Returns false after the last value and for malformed text.
 */
static bool next_value(struct text whole, const char **at, struct text *key, struct text *value) {
    const char *end = whole.start + whole.length;
    if (whole.length < 2 || (*whole.start != '{' && *whole.start != '[')) return false;
    const char *from = skip_blanks(*at ? *at : whole.start + 1, end);
    if (*at && from < end && *from == ',') from = skip_blanks(from + 1, end);
    else if (*at) return false;
    *key = nothing;
    if (*whole.start == '{') {
        const char *behind = from < end && *from == '"' ? skip_value(from, end) : NULL;
        if (!behind) return false;
        key->start = from, key->length = (size_t)(behind - from);
        from = skip_blanks(behind, end);
        if (from >= end || *from != ':') return false;
        from = skip_blanks(from + 1, end);
    }
    if (from >= end || *from == ']' || *from == '}') return false;
    *at = skip_value(from, end);
    if (!*at) return false;
    value->start = from, value->length = (size_t)(*at - from);
    return true;
}

static bool is(struct text text, const char *expected) {
    return text.start && text.length == strlen(expected) && memcmp(text.start, expected, text.length) == 0;
}

/* Returns the value of a member, or nothing. The name includes its quotes. */
static struct text member(struct text object, const char *quoted_name) {
    const char *at = NULL;
    struct text key, value;
    if (object.start && *object.start == '{')
        while (next_value(object, &at, &key, &value))
            if (is(key, quoted_name)) return value;
    return nothing;
}

static struct text first_of(struct text array) {
    const char *at = NULL;
    struct text key, value;
    return array.start && *array.start == '[' && next_value(array, &at, &key, &value) ? value : nothing;
}

/* Returns a copy that outlives the frame. The caller frees it. */
static char *copy_of(struct text text) {
    char *copy = (char *)malloc(text.length + 1);
    if (!copy) die("out of memory");
    memcpy(copy, text.start, text.length);
    copy[text.length] = '\0';
    return copy;
}

#define PRINTABLE(text) (int)(text).length, (text).start ? (text).start : ""

/* ---- The process ---- */

struct player {
    pid_t bridge;
    int to_bridge;
    int from_bridge;
    int last_id;
    char *clipboard;   /* a JSON string; NULL while the clipboard is empty */
    char *menu;        /* the open menu's id, a JSON string; NULL when none is open */
    char *first_row;   /* the id of its first row, a JSON string */
};

/* Starts the bridge on two blocking, one-way pipes. The child inherits only its own ends. */
static void start_bridge(struct player *player, const char *directory, char *const command[]) {
    int in[2], out[2];
    /* If a standard descriptor were closed, pipe() would reuse its number. */
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", O_RDWR) != fd) die("/dev/null");
    if (pipe(in) || pipe(out)) die("pipe");
    if (fcntl(in[1], F_SETFD, FD_CLOEXEC) || fcntl(out[0], F_SETFD, FD_CLOEXEC)) die("fcntl");
    /* Writing to a bridge that has exited must not kill the player. */
    signal(SIGPIPE, SIG_IGN);
    player->bridge = fork();
    if (player->bridge == -1) die("fork");
    if (player->bridge == 0) {
        /* The bridge may access its working directory only. stderr is inherited, so the player need not drain it. The
           variable turns off Deno's update check, which would use the network. */
        signal(SIGPIPE, SIG_DFL);
        if (dup2(in[0], 0) == -1 || dup2(out[1], 1) == -1) die("dup2");
        close(in[0]);
        close(out[1]);
        if (setenv("DENO_NO_UPDATE_CHECK", "1", 1) || chdir(directory)) die(directory);
        execvp(command[0], command);
        die(command[0]);
    }
    close(in[0]);
    close(out[1]);
    player->to_bridge = in[1];
    player->from_bridge = out[0];
}

static long milliseconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now)) die("clock_gettime");
    return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

static bool exits_within(struct player *player, int timeout, int *status) {
    char unread[4096];
    for (long end = milliseconds() + timeout; milliseconds() < end;) {
        if (waitpid(player->bridge, status, WNOHANG) == player->bridge) return true;
        /* Drain its output: a bridge that blocks on a write cannot exit. */
        struct pollfd output = { player->from_bridge, POLLIN, 0 };
        if (poll(&output, 1, 10) > 0 && read(player->from_bridge, unread, sizeof unread) <= 0) poll(NULL, 0, 10);
    }
    return false;
}

/* Ends the bridge: closes its stdin, then sends SIGTERM, then SIGKILL. Returns the player's exit code. */
static int shut_down(struct player *player) {
    int status = 0;
    const char *how = "";
    close(player->to_bridge);
    if (!exits_within(player, EXIT_TIMEOUT_MS, &status)) {
        how = " on SIGTERM";
        kill(player->bridge, SIGTERM);
        if (!exits_within(player, EXIT_TIMEOUT_MS, &status)) {
            how = " on SIGKILL";
            kill(player->bridge, SIGKILL);
            if (waitpid(player->bridge, &status, 0) != player->bridge) die("waitpid");
        }
    }
    close(player->from_bridge);
    printf("the bridge has ended%s, exit code %d\n", how, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}

/* ---- Frames ---- */

static void write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written == -1 && errno == EINTR) continue;
        if (written == -1) die("the bridge does not read");
        bytes += written;
        length -= (size_t)written;
    }
}

/* Sends one frame: the body length as four bytes, least significant first, then the body. */
static void send_message(struct player *player, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *frame = length < 0 ? NULL : (char *)malloc(4 + (size_t)length + 1);
    if (!frame) die("out of memory");
    for (int i = 0; i < 4; i++) frame[i] = (char)((uint32_t)length >> (8 * i) & 0xff);
    va_start(arguments, format);
    vsnprintf(frame + 4, (size_t)length + 1, format, arguments);
    va_end(arguments);
    write_all(player->to_bridge, frame, 4 + (size_t)length);
    free(frame);
}

static void read_all(int fd, char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = read(fd, bytes, length);
        if (count == -1 && errno == EINTR) continue;
        if (count == -1) die("the bridge cannot be read");
        errno = 0;
        if (count == 0) die("the bridge has gone");
        bytes += count;
        length -= (size_t)count;
    }
}

/* Reads the next message. The caller frees it. */
static struct text receive_message(struct player *player) {
    unsigned char prefix[4];
    read_all(player->from_bridge, (char *)prefix, 4);
    uint32_t length = prefix[0] | (uint32_t)prefix[1] << 8 | (uint32_t)prefix[2] << 16
        | (uint32_t)prefix[3] << 24;
    errno = 0;
    if (length > MAX_FRAME_BYTES) die("the bridge has sent a frame over the limit");
    char *body = (char *)malloc((size_t)length + 1);
    if (!body) die("out of memory");
    read_all(player->from_bridge, body, length);
    body[length] = '\0';
    struct text message = { body, length };
    return message;
}

/* ---- Native actions: requests from the bridge ---- */

static void answer(struct player *player, struct text id, const char *result) {
    send_message(player, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":%s}", PRINTABLE(id), result);
}

static void print_rows(struct text rows, int depth) {
    const char *at = NULL;
    struct text key, row;
    while (next_value(rows, &at, &key, &row)) {
        struct text label = member(row, "\"label\""), submenu = member(row, "\"submenu\"");
        if (is(member(row, "\"type\""), "\"separator\"")) printf("  %*s----\n", 2 * depth, "");
        else printf("  %*s%.*s\n", 2 * depth, "", PRINTABLE(label));
        if (submenu.start && depth < MAX_MENU_DEPTH) print_rows(submenu, depth + 1);
    }
}

static void clipboard_write(struct player *player, struct text id, struct text params) {
    struct text format = first_of(member(params, "\"formats\""));
    struct text data = member(format, "\"data\"");
    if (!is(member(format, "\"format\""), "\"text\"") || !data.start) {
        answer(player, id, "{\"written\":[]}");
        return;
    }
    free(player->clipboard);
    player->clipboard = copy_of(data);
    answer(player, id, "{\"written\":[\"text\"]}");
}

static void clipboard_read(struct player *player, struct text id, struct text params) {
    (void)params;
    send_message(player,
        "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"text\":%s,\"files\":null,\"hasImage\":false}}",
        PRINTABLE(id), player->clipboard ? player->clipboard : "null");
}

static void overlay_open(struct player *player, struct text id, struct text params) {
    struct text items = member(params, "\"items\""), menu = member(params, "\"menuId\"");
    struct text row = member(first_of(items), "\"id\"");
    if (!menu.start) die("the bridge has sent a menu without an id");
    free(player->menu);
    free(player->first_row);
    player->menu = copy_of(menu);
    player->first_row = row.start ? copy_of(row) : NULL;
    printf("menu %.*s is on screen:\n", PRINTABLE(menu));
    print_rows(items, 0);
    answer(player, id, "{}");
}

static void overlay_close(struct player *player, struct text id, struct text params) {
    printf("menu %.*s is taken off the screen\n", PRINTABLE(member(params, "\"menuId\"")));
    answer(player, id, "{}");
}

static const struct {
    const char *quoted_name;
    void (*carry_out)(struct player *player, struct text id, struct text params);
} actions[] = {
    { "\"player.clipboard.write\"", clipboard_write },
    { "\"player.clipboard.read\"", clipboard_read },
    { "\"player.overlay.open\"", overlay_open },
    { "\"player.overlay.close\"", overlay_close },
};

static void carry_out(struct player *player, struct text method, struct text id, struct text params) {
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (!is(method, actions[i].quoted_name)) continue;
        actions[i].carry_out(player, id, params);
        return;
    }
    send_message(player,
        "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"error\":{\"code\":-32601,\"message\":\"not supported\"}}", PRINTABLE(id));
}

/* ---- The conversation ---- */

/* Handles messages until the call with this id is answered or, with id 0, until the menu is dismissed. */
static void converse(struct player *player, int awaited_id) {
    char awaited[16];
    snprintf(awaited, sizeof awaited, "%d", awaited_id);
    for (bool done = false; !done;) {
        struct text message = receive_message(player);
        struct text method = member(message, "\"method\""), id = member(message, "\"id\"");
        struct text params = member(message, "\"params\"");
        if (method.start && id.start) {
            carry_out(player, method, id, params);
        } else if (is(method, "\"event\"")) {
            /* A real player passes this to the named panel, or to all panels without a name. */
            printf("event %.*s for panel %.*s: %.*s\n", PRINTABLE(member(params, "\"event\"")),
                PRINTABLE(member(params, "\"panel\"")), PRINTABLE(member(params, "\"data\"")));
            done = awaited_id == 0 && is(member(params, "\"event\""), "\"menu:dismiss\"");
        } else if (!method.start && is(id, awaited)) {
            struct text result = member(message, "\"result\""), error = member(message, "\"error\"");
            printf("  = %.*s\n", PRINTABLE(result.start ? result : error));
            done = true;
        }
        free((char *)message.start);
    }
}

/* Calls an operation for a panel. The page's params come first: the last of duplicate members wins. */
static void call(struct player *player, const char *panel, const char *method, const char *params) {
    int id = ++player->last_id;
    printf("%s %s\n", method, params);
    send_message(player, "{\"params\":%s,\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"panel\":\"%s\"}",
        params, id, method, panel);
    converse(player, id);
}

int main(int count, char **arguments) {
    static struct player player;
    if (count < 3) {
        fprintf(stderr, "usage: player LOG_DIRECTORY BRIDGE [ARGUMENT...]\n");
        return 2;
    }
    start_bridge(&player, arguments[1], arguments + 2);
    call(&player, "lyrics", "clipboard.write", "{\"text\":\"Hello\"}");
    call(&player, "lyrics", "clipboard.read", "{}");
    call(&player, "lyrics", "menu.show",
        "{\"items\":[{\"id\":\"copy\",\"label\":\"Copy\"},{\"type\":\"separator\"},"
        "{\"id\":\"more\",\"label\":\"More\",\"submenu\":[{\"id\":\"all\",\"label\":\"Copy all\"}]}]}");
    if (player.menu && player.first_row) {
        /* The user chooses the first row. The bridge sends menu:select and menu:dismiss. */
        send_message(&player,
            "{\"jsonrpc\":\"2.0\",\"method\":\"signal.overlaySelected\",\"params\":{\"menuId\":%s,\"itemId\":%s}}",
            player.menu, player.first_row);
        converse(&player, 0);
    }
    int code = shut_down(&player);
    free(player.clipboard);
    free(player.menu);
    free(player.first_row);
    return code;
}
