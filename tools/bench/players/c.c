/* The functions of player.c under load. Usage: c LOG_DIRECTORY BRIDGE [ARGUMENT...]; prints what cpp.cpp prints. */
#define main player_main
#include "../../../clients/c/player.c"
#undef main

enum { WARM_UP = 2000, IN_FLIGHT = 64 };

static struct player player;
static int expected_id = 1;

static void ask(const char *method, const char *params) {
    send_message(&player, "{\"params\":%s,\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"panel\":\"p1\"}", params,
                 ++player.last_id, method);
}

/* Answers native actions until a call is answered. */
static void await_answer(void) {
    for (;;) {
        struct text message = receive_message(&player), method = member(message, "\"method\"");
        struct text id = member(message, "\"id\"");
        if (method.start) carry_out(&player, method, id, member(message, "\"params\""));
        else if (!member(message, "\"result\"").start || atoi(id.start) != expected_id++) die("an unexpected answer");
        free((char *)message.start);
        if (!method.start) return;
    }
}

static double run(int count, int in_flight, const char *method, const char *params) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    int sent = 0;
    for (; sent < in_flight; sent++) ask(method, params);
    for (int answered = 0; answered < count; answered++) {
        await_answer();
        if (sent < count) ask(method, params), sent++;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    return ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) / count;
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    start_bridge(&player, arguments[1], arguments + 2);
    const char *small = "system.isPluginRegistered", *namespace = "{\"namespace\":\"lyrics\"}";
    const char *write = "clipboard.write", *text = "{\"text\":\"a line of text\"}";
    run(WARM_UP, IN_FLIGHT, small, namespace);
    run(WARM_UP, 1, write, text);
    double trip = run(2000, 1, small, namespace);
    double nested = run(1000, 1, write, text);
    double flight = run(20000, IN_FLIGHT, small, namespace);
    printf("{\"trip\":%.0f,\"nested\":%.0f,\"flight\":%.0f}\n", trip, nested, flight);
    close(player.to_bridge);
    return waitpid(player.bridge, NULL, 0) == player.bridge ? 0 : 1;
}
