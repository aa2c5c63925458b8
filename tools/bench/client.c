/*
 * A player for measurements: starts one program, drives it over its pipes, and measures. It reads commands from stdin,
 * one a line, and answers each with a line of JSON; tools/bench/contenders.ts is the other end.
 *
 *     client KIND PROGRAM [ARGUMENT...]
 *
 *     KIND           rpc    answers JSON-RPC, and calls the client during clipboard.write
 *                    echo   returns each frame; one whose body begins with a space is answered with {}
 *
 *     start 0        starts it and calls test.ping                      {"ns","pid"}
 *     start 1        starts it and calls queue.add, with two actions    {"ns","pid"}
 *     stop           closes its input and waits for its end             {}
 *     trip COUNT     one call after the other                           {"p50","p99"} in ns
 *     nested COUNT   the same, each with a native action                {"p50","p99"} in ns
 *     flight COUNT   calls, 64 of them pending, written together        {"ns","cpu"}
 *     request BYTES  a call with a large list in its parameters         {"ns","cpu"}
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { IN_FLIGHT = 64, MAX_SMALL = 512, ITEM = 2048 };

extern char **environ;

static int is_echo;
static char **command;
static pid_t child;
static clockid_t child_clock;
static int to_child, from_child;
static long last_id;

/* Bytes that were read, but not yet taken. */
static char *received;
static size_t received_size = 1 << 20, taken, filled;

static void fail(const char *what) {
  fprintf(stderr, "client: %s: %s: %s\n", command[0], what, strerror(errno));
  if (child > 0) kill(child, SIGKILL);
  exit(1);
}

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time)) fail("clock");
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int64_t now(void) { return nanoseconds(CLOCK_MONOTONIC); }

/* Frames: four bytes of length, little-endian, and a body of JSON. */

static size_t put_frame(char *to, const char *body, size_t length) {
  for (int byte = 0; byte < 4; byte++) to[byte] = (char)(length >> 8 * byte);
  memcpy(to + 4, body, length);
  return 4 + length;
}

/* Takes the next whole frame. The body is valid until the next read. */
static int take_frame(char **body, size_t *length) {
  const unsigned char *at = (unsigned char *)received + taken;
  if (filled - taken < 4) return 0;
  *length = at[0] | at[1] << 8 | at[2] << 16 | (size_t)at[3] << 24;
  if (filled - taken < 4 + *length) return 0;
  *body = received + taken + 4;
  taken += 4 + *length;
  return 1;
}

/* Reads available bytes; a read that does not wait may find none. */
static void read_more(void) {
  if (taken == filled) taken = filled = 0;
  if (filled == received_size && !(received = realloc(received, received_size *= 2))) fail("memory");
  ssize_t count = read(from_child, received + filled, received_size - filled);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) fail("the program has ended");
  filled += (size_t)count;
}

static void write_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(to_child, bytes, length);
    if (count <= 0) fail("write");
    bytes += count;
    length -= (size_t)count;
  }
}

static void wait_for_frame(char **body, size_t *length) {
  while (!take_frame(body, length)) read_more();
}

/* Messages */

static size_t put_call(char *to, const char *method, const char *params) {
  char body[MAX_SMALL];
  int length = snprintf(body, sizeof body, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"%s\",\"params\":%s,\"panel\":\"p1\"}",
                        ++last_id, method, params);
  return put_frame(to, body, (size_t)length);
}

static long id_of(const char *body, size_t length) {
  const char *at = memmem(body, length < 64 ? length : 64, "\"id\":", 5);
  return at ? strtol(at + 5, NULL, 10) : -1;
}

static void expect_result(const char *body, size_t length, long id) {
  if (is_echo) return;
  if (id_of(body, length) != id || !memmem(body, length < 128 ? length : 128, "\"result\":", 9)) {
    fprintf(stderr, "client: %.*s\n", (int)(length < 300 ? length : 300), body);
    fail("not the answer of this call");
  }
}

/* Answers the native action in a frame, and waits for the next frame. */
static void answer_action(char **body, size_t *length, const char *result) {
  char text[MAX_SMALL], frame[MAX_SMALL];
  if (!is_echo && !memmem(*body, *length < 128 ? *length : 128, "\"method\":\"player.", 17)) fail("not a native action");
  int size = snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}", id_of(*body, *length), result);
  write_all(frame, put_frame(frame, text, (size_t)size));
  wait_for_frame(body, length);
}

/* Commands */

static void start(int adds) {
  static const char list[] = "{\"active\":\"p\",\"playlists\":[{\"id\":\"p\",\"name\":\"P\",\"count\":1,\"locked\":false}]}";
  int input[2], output[2];
  if (pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC)) fail("pipe");
  char frame[MAX_SMALL], *body;
  size_t size = adds ? put_call(frame, "queue.add", "{\"track\":0}") : put_call(frame, "test.ping", "{}"), length;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], 0);
  posix_spawn_file_actions_adddup2(&actions, output[1], 1);
  int64_t begin = now();
  if ((errno = posix_spawnp(&child, command[0], &actions, NULL, command, environ))) fail("spawn");
  posix_spawn_file_actions_destroy(&actions);
  to_child = input[1];
  from_child = output[0];
  close(input[0]);
  close(output[1]);
  taken = filled = 0;
  write_all(frame, size);
  wait_for_frame(&body, &length);
  if (adds) answer_action(&body, &length, list);
  if (adds) answer_action(&body, &length, "{\"count\":1,\"entries\":[\"e\"]}");
  printf("{\"ns\":%" PRId64 ",\"pid\":%d}\n", now() - begin, child);
  expect_result(body, length, last_id);
  if (adds && !is_echo && !memmem(body, length, "\"success\":true", 14)) fail("nothing was queued");
  if (clock_getcpuclockid(child, &child_clock)) fail("processor clock");
}

static void stop(void) {
  close(to_child);
  if (waitpid(child, NULL, 0) < 0) fail("wait");
  close(from_child);
  child = 0;
  printf("{}\n");
}

static int by_value(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static void trip(size_t count, int nested) {
  int64_t *times = malloc(count * sizeof *times);
  if (!times) fail("memory");
  char frame[MAX_SMALL], *body;
  for (size_t n = 0; n < count; n++) {
    size_t length, size = nested ? put_call(frame, "clipboard.write", "{\"text\":\"a line of text\"}")
                                 : put_call(frame, "system.isPluginRegistered", "{\"namespace\":\"lyrics\"}");
    int64_t begin = now();
    write_all(frame, size);
    wait_for_frame(&body, &length);
    if (nested) answer_action(&body, &length, "{\"written\":[\"text\"]}");
    times[n] = now() - begin;
    expect_result(body, length, last_id);
  }
  qsort(times, count, sizeof *times, by_value);
  printf("{\"p50\":%" PRId64 ",\"p99\":%" PRId64 "}\n", times[count / 2], times[count * 99 / 100]);
  free(times);
}

static void print_effort(int64_t begin, int64_t cpu) {
  printf("{\"ns\":%" PRId64 ",\"cpu\":%" PRId64 "}\n", now() - begin, nanoseconds(child_clock) - cpu);
}

static void flight(size_t count) {
  char frames[IN_FLIGHT * MAX_SMALL], *body;
  size_t sent = 0, answered = 0, due = IN_FLIGHT, length;
  long first = last_id + 1, sum = 0;
  int64_t cpu = nanoseconds(child_clock), begin = now();
  while (answered < count) {
    size_t size = 0;
    for (; due > 0 && sent < count; due--, sent++) {
      size += put_call(frames + size, "system.isPluginRegistered", "{\"namespace\":\"lyrics\"}");
    }
    due = 0;
    write_all(frames, size);
    read_more();
    for (; take_frame(&body, &length); answered++, due++) {
      expect_result(body, length, id_of(body, length));
      sum += id_of(body, length);
    }
  }
  print_effort(begin, cpu);
  if (sum != (first + last_id) * (long)count / 2) fail("a call was answered twice, another not at all");
}

static void request(size_t bytes) {
  size_t count = bytes / ITEM + 1, length;
  char *text = malloc(count * (ITEM + 3) + MAX_SMALL), *frame = malloc(count * (ITEM + 3) + MAX_SMALL), *body;
  if (!text || !frame) fail("memory");
  char *at = text + sprintf(text, " {\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"test.ping\",\"params\":{\"urls\":[", ++last_id);
  for (size_t item = 0; item < count; item++) {
    char *begin = at;
    at += sprintf(at, "%s\"https://radio.example/%zu/", item ? "," : "", item);
    memset(at, 'x', (size_t)(begin + ITEM - at));
    at = begin + ITEM;
    *at++ = '"';
  }
  at = stpcpy(at, "]},\"panel\":\"p1\"}");
  size_t size = put_frame(frame, text, (size_t)(at - text));
  int64_t cpu = nanoseconds(child_clock), begin = now();
  write_all(frame, size);
  wait_for_frame(&body, &length);
  print_effort(begin, cpu);
  expect_result(body, length, last_id);
  free(text);
  free(frame);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  is_echo = strcmp(arguments[1], "echo") == 0;
  command = arguments + 2;
  received = malloc(received_size);
  signal(SIGPIPE, SIG_IGN);
  char line[256], name[32];
  long number;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "%31s %ld", name, &number) < 2) continue;
    if (!strcmp(name, "start")) start((int)number);
    else if (!strcmp(name, "stop")) stop();
    else if (!strcmp(name, "trip")) trip((size_t)number, 0);
    else if (!strcmp(name, "nested")) trip((size_t)number, 1);
    else if (!strcmp(name, "flight")) flight((size_t)number);
    else if (!strcmp(name, "request")) request((size_t)number);
    else return 2;
    fflush(stdout);
  }
  if (child > 0) kill(child, SIGKILL);
  return 0;
}
