/*
 * The client of all contenders: starts one as a player does, drives it over its pipes, and measures. It reads commands
 * from stdin, one per line, and answers each with a line of JSON. tools/bench/driver.ts is the other end.
 *
 *     client FRAMES KIND PROGRAM [ARGUMENT...]
 *
 *     FRAMES  length   four bytes of length, little-endian, before the body
 *             headers  a Content-Length header before the body
 *     KIND    rpc      answers JSON-RPC, and calls the client during clipboard.write and clipboard.read
 *             echo     returns each frame; one whose body begins with a space is answered with {}
 *
 *     start 0          starts it and calls test.ping                      {"ns"}
 *     start 1          starts it and calls queue.add, with two actions    {"ns"}
 *     stop             closes its input and waits for its end             {"status"}
 *     pin CPU          puts client and contender on one processor; -1: on all of them
 *     trip COUNT       one call after the other                           {"p50","p99","min"} in ns
 *     nested COUNT     one call after the other, each asking the client   {"p50","p99","min"} in ns
 *     flight COUNT     calls, 64 of them pending, one write for each      {"ns","cpu"}
 *     burst COUNT      the same, with one write for all ready calls       {"ns","cpu"}
 *     request BYTES    a call with a large list in its parameters         {"ns","cpu"}
 *     answer BYTES     a call whose native action has a large list        {"ns","cpu"}
 *     dribble BYTES    a call written in pieces of one byte               {"ns","cpu"}
 *     memory           resident now, and peak since the last `forget`     {"now","peak"} in bytes
 *     forget           forgets the peak
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { IN_FLIGHT = 64, MAX_SMALL = 512, MAX_HEADER = 64, ITEM = 2048, LIMIT_SECONDS = 60 };

extern char **environ;

static int uses_headers, is_echo;
static char **command;
static pid_t child;
static clockid_t child_clock;
static int to_child, from_child;
static long last_id;

/* Bytes that were read, but not yet taken. */
static char *received;
static size_t received_size, taken, filled;

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "client: %s: ", command[0]);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  if (child > 0) kill(child, SIGKILL);
  exit(1);
}

static void fail_by_time(int number) {
  (void)number;
  static const char text[] = "client: the contender has not answered in time\n";
  if (write(2, text, sizeof text - 1) < 0) _exit(1);
  if (child > 0) kill(child, SIGKILL);
  _exit(1);
}

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) fail("clock: %s", strerror(errno));
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int64_t now(void) { return nanoseconds(CLOCK_MONOTONIC); }

/* Frames */

/* Writes the header of a body of some length. Returns its number of bytes. */
static size_t put_header(char *to, size_t length) {
  if (uses_headers) return (size_t)sprintf(to, "Content-Length: %zu\r\n\r\n", length);
  for (int byte = 0; byte < 4; byte++) to[byte] = (char)(length >> 8 * byte);
  return 4;
}

/* Takes the next whole frame. The body is valid until the next read. */
static int take_frame(char **body, size_t *length) {
  char *at = received + taken;
  size_t available = filled - taken, header;
  if (uses_headers) {
    char *end = memmem(at, available, "\r\n\r\n", 4);
    if (!end) return 0;
    char *field = memmem(at, (size_t)(end - at), "Content-Length:", 15);
    if (!field) fail("a frame without a length");
    *length = strtoul(field + 15, NULL, 10);
    header = (size_t)(end - at) + 4;
  } else {
    if (available < 4) return 0;
    const unsigned char *bytes = (unsigned char *)at;
    *length = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (size_t)bytes[3] << 24;
    header = 4;
  }
  if (available < header + *length) return 0;
  *body = at + header;
  taken += header + *length;
  return 1;
}

/* Reads available bytes. Returns 0 when a read that does not wait finds none. */
static size_t read_more(void) {
  if (taken == filled) taken = filled = 0;
  if (filled == received_size) {
    memmove(received, received + taken, filled - taken);
    filled -= taken;
    taken = 0;
    if (filled > received_size / 2) {
      received = realloc(received, received_size *= 2);
      if (!received) fail("out of memory");
    }
  }
  ssize_t count = read(from_child, received + filled, received_size - filled);
  if (count < 0 && errno == EAGAIN) return 0;
  if (count <= 0) fail("the contender has ended");
  filled += (size_t)count;
  return (size_t)count;
}

static void write_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(to_child, bytes, length);
    if (count <= 0) fail("write: %s", strerror(errno));
    bytes += count;
    length -= (size_t)count;
  }
}

static void wait_for_frame(char **body, size_t *length) {
  while (!take_frame(body, length)) read_more();
}

/* Writes a large frame while it reads, then waits for one frame. */
static void exchange_large(const char *bytes, size_t size, char **body, size_t *length) {
  fcntl(to_child, F_SETFL, O_NONBLOCK);
  fcntl(from_child, F_SETFL, O_NONBLOCK);
  int whole = 0;
  while (size > 0 || !whole) {
    struct pollfd ends[2] = {{from_child, POLLIN, 0}, {to_child, POLLOUT, 0}};
    if (poll(ends, size > 0 ? 2 : 1, -1) < 0) fail("poll: %s", strerror(errno));
    if (ends[0].revents && read_more() > 0) whole = take_frame(body, length);
    if (size > 0 && ends[1].revents) {
      ssize_t count = write(to_child, bytes, size);
      if (count < 0 && errno != EAGAIN) fail("write: %s", strerror(errno));
      if (count > 0) bytes += count, size -= (size_t)count;
    }
  }
  fcntl(to_child, F_SETFL, 0);
  fcntl(from_child, F_SETFL, 0);
}

/* Messages */

static size_t put_framed(char *to, const char *body, size_t length) {
  size_t header = put_header(to, length);
  memcpy(to + header, body, length);
  return header + length;
}

static size_t put_call(char *to, const char *method, const char *params) {
  char body[MAX_SMALL];
  int length = snprintf(body, sizeof body, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"%s\",\"params\":%s,\"panel\":\"p1\"}",
                        ++last_id, method, params);
  return put_framed(to, body, (size_t)length);
}

static size_t put_small_call(char *to) {
  return put_call(to, "system.isPluginRegistered", "{\"namespace\":\"lyrics\"}");
}

static size_t put_ping(char *to) { return put_call(to, "test.ping", "{}"); }

static long id_of(const char *body, size_t length) {
  const char *at = memmem(body, length < 64 ? length : 64, "\"id\":", 5);
  return at ? strtol(at + 5, NULL, 10) : -1;
}

static void expect_result(const char *body, size_t length, long id) {
  if (is_echo) return;
  if (id_of(body, length) != id || !memmem(body, length < 128 ? length : 128, "\"result\":", 9)) {
    fail("an unexpected answer to %ld: %.*s", id, (int)(length < 300 ? length : 300), body);
  }
}

/* The id of a native action. */
static long expect_action(const char *body, size_t length) {
  if (is_echo) return 1;
  if (!memmem(body, length < 128 ? length : 128, "\"method\":\"player.", 17)) {
    fail("an answer where a native action is expected: %.*s", (int)(length < 300 ? length : 300), body);
  }
  return id_of(body, length);
}

/* A frame whose body has a list of about `bytes` bytes. */
static char *large_frame(const char *before, const char *after, size_t bytes, size_t *size) {
  size_t count = bytes / ITEM + 1;
  char *body = malloc(count * (ITEM + 3) + 2 * MAX_SMALL), *frame = malloc(count * (ITEM + 3) + 2 * MAX_SMALL + MAX_HEADER);
  if (!body || !frame) fail("out of memory");
  char *at = stpcpy(body, before);
  for (size_t item = 0; item < count; item++) {
    char *begin = at;
    at += sprintf(at, "%s\"https://radio.example/%zu/", item ? "," : "", item);
    size_t rest = (size_t)(begin + ITEM - at);
    memset(at, 'x', rest);
    at += rest;
    *at++ = '"';
  }
  at = stpcpy(at, after);
  *size = put_framed(frame, body, (size_t)(at - body));
  free(body);
  return frame;
}

static char *large_request(size_t bytes, size_t *size) {
  char before[MAX_SMALL];
  sprintf(before, " {\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"test.ping\",\"params\":{\"urls\":[", ++last_id);
  return large_frame(before, "]},\"panel\":\"p1\"}", bytes, size);
}

/* Commands */

static void start(int adds) {
  int input[2], output[2];
  if (pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC)) fail("pipe: %s", strerror(errno));
  char frame[MAX_SMALL], *body;
  size_t size = adds ? put_call(frame, "queue.add", "{\"track\":0}") : put_ping(frame), length;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], 0);
  posix_spawn_file_actions_adddup2(&actions, output[1], 1);
  int64_t begin = now();
  int error = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
  if (error) fail("spawn: %s", strerror(error));
  to_child = input[1];
  from_child = output[0];
  close(input[0]);
  close(output[1]);
  taken = filled = 0;
  write_all(frame, size);
  wait_for_frame(&body, &length);
  for (int action = 0; adds && action < 2; action++) {
    char answer[MAX_SMALL];
    int text = sprintf(answer, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}", expect_action(body, length),
                       action ? "{\"count\":1}"
                              : "{\"active\":\"p\",\"playlists\":[{\"id\":\"p\",\"name\":\"P\",\"count\":1,\"locked\":false}]}");
    size = put_framed(frame, answer, (size_t)text);
    write_all(frame, size);
    wait_for_frame(&body, &length);
  }
  int64_t end = now();
  expect_result(body, length, last_id);
  posix_spawn_file_actions_destroy(&actions);
  if (clock_getcpuclockid(child, &child_clock)) fail("no processor clock");
  printf("{\"ns\":%" PRId64 "}\n", end - begin);
}

static void stop(void) {
  int status;
  close(to_child);
  if (waitpid(child, &status, 0) < 0) fail("wait: %s", strerror(errno));
  close(from_child);
  child = 0;
  printf("{\"status\":%d}\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static void pin(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int each = 0; each < CPU_SETSIZE; each++) {
    if (processor < 0 || each == processor) CPU_SET(each, &set);
  }
  if (sched_setaffinity(0, sizeof set, &set)) fail("affinity: %s", strerror(errno));
  char path[64];
  sprintf(path, "/proc/%d/task", child);
  DIR *tasks = child > 0 ? opendir(path) : NULL;
  for (struct dirent *entry; tasks && (entry = readdir(tasks));) {
    // A thread that has ended meanwhile needs no processor.
    if (entry->d_name[0] != '.') sched_setaffinity(atoi(entry->d_name), sizeof set, &set);
  }
  if (tasks) closedir(tasks);
  printf("{}\n");
}

static int by_value(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static void print_times(int64_t *times, size_t count) {
  qsort(times, count, sizeof *times, by_value);
  printf("{\"p50\":%" PRId64 ",\"p99\":%" PRId64 ",\"min\":%" PRId64 "}\n", times[count / 2], times[count * 99 / 100],
         times[0]);
  free(times);
}

static void trip(size_t count) {
  int64_t *times = malloc(count * sizeof *times);
  char frame[MAX_SMALL], *body;
  for (size_t n = 0; n < count; n++) {
    size_t size = put_small_call(frame), length;
    int64_t begin = now();
    write_all(frame, size);
    wait_for_frame(&body, &length);
    times[n] = now() - begin;
    expect_result(body, length, last_id);
  }
  print_times(times, count);
}

static void nested(size_t count) {
  int64_t *times = malloc(count * sizeof *times);
  char frame[MAX_SMALL], answer[MAX_SMALL], *body;
  for (size_t n = 0; n < count; n++) {
    size_t size = put_call(frame, "clipboard.write", "{\"text\":\"a line of text\"}"), length;
    int64_t begin = now();
    write_all(frame, size);
    wait_for_frame(&body, &length);
    int text = sprintf(answer, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"written\":[\"text\"]}}",
                       expect_action(body, length));
    size = put_framed(frame, answer, (size_t)text);
    write_all(frame, size);
    wait_for_frame(&body, &length);
    times[n] = now() - begin;
    expect_result(body, length, last_id);
  }
  print_times(times, count);
}

static void print_effort(int64_t begin, int64_t cpu) {
  printf("{\"ns\":%" PRId64 ",\"cpu\":%" PRId64 "}\n", now() - begin, nanoseconds(child_clock) - cpu);
}

static void flight(size_t count, int together) {
  char frames[IN_FLIGHT * MAX_SMALL], *body;
  size_t sent = 0, answered = 0, due = IN_FLIGHT < count ? IN_FLIGHT : count, length;
  long first = last_id + 1, sum = 0;
  int64_t cpu = nanoseconds(child_clock), begin = now();
  while (answered < count) {
    size_t size = 0;
    for (; due > 0 && sent < count; due--, sent++) {
      size += put_small_call(frames + size);
      if (!together) write_all(frames, size), size = 0;
    }
    due = 0;
    if (size > 0) write_all(frames, size);
    read_more();
    while (take_frame(&body, &length)) {
      long id = id_of(body, length);
      if (id < first || id > last_id) fail("an answer to a call that was never made, id %ld", id);
      expect_result(body, length, id);
      sum += id;
      answered++;
      due++;
    }
  }
  print_effort(begin, cpu);
  if (sum != (first + last_id) * (long)count / 2) fail("a call was answered twice, another not at all");
}

static void request(size_t bytes, int one_by_one) {
  size_t size, length;
  char *frame = large_request(bytes, &size), *body;
  int64_t cpu = nanoseconds(child_clock), begin = now();
  if (one_by_one) {
    for (size_t at = 0; at < size; at++) write_all(frame + at, 1);
    wait_for_frame(&body, &length);
  } else {
    exchange_large(frame, size, &body, &length);
  }
  print_effort(begin, cpu);
  expect_result(body, length, last_id);
  free(frame);
}

static void answer(size_t bytes) {
  char call[MAX_SMALL], before[MAX_SMALL], *body, *frame;
  size_t size, length, call_size = put_call(call, "clipboard.read", "{}");
  // The frame is made before the clock starts. It needs the id that the contender has given the native action.
  static long action = 1;
  write_all(call, call_size);
  wait_for_frame(&body, &length);
  action = expect_action(body, length);
  sprintf(before, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"text\":null,\"hasImage\":false,\"files\":[", action);
  frame = large_frame(before, "]}}", bytes, &size);
  int64_t cpu = nanoseconds(child_clock), begin = now();
  exchange_large(frame, size, &body, &length);
  print_effort(begin, cpu);
  if (length < bytes) fail("an answer of only %zu bytes", length);
  expect_result(body, length, last_id);
  free(frame);
}

static void memory(void) {
  char path[64], line[256];
  long current = -1, peak = -1;
  sprintf(path, "/proc/%d/status", child);
  FILE *status = fopen(path, "r");
  if (!status) fail("%s: %s", path, strerror(errno));
  while (fgets(line, sizeof line, status)) {
    sscanf(line, "VmRSS: %ld", &current);
    sscanf(line, "VmHWM: %ld", &peak);
  }
  fclose(status);
  printf("{\"now\":%ld,\"peak\":%ld}\n", current * 1024, peak * 1024);
}

static void forget(void) {
  char path[64];
  sprintf(path, "/proc/%d/clear_refs", child);
  FILE *file = fopen(path, "w");
  if (!file || fputs("5", file) < 0 || fclose(file)) fail("%s: %s", path, strerror(errno));
  printf("{}\n");
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  uses_headers = strcmp(arguments[1], "headers") == 0;
  is_echo = strcmp(arguments[2], "echo") == 0;
  command = arguments + 3;
  received = malloc(received_size = 1 << 20);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGALRM, fail_by_time);
  char line[256], name[32];
  long number;
  while (fgets(line, sizeof line, stdin)) {
    number = 0;
    if (sscanf(line, "%31s %ld", name, &number) < 1) continue;
    alarm(LIMIT_SECONDS);
    if (!strcmp(name, "start")) start((int)number);
    else if (!strcmp(name, "stop")) stop();
    else if (!strcmp(name, "pin")) pin((int)number);
    else if (!strcmp(name, "trip")) trip((size_t)number);
    else if (!strcmp(name, "nested")) nested((size_t)number);
    else if (!strcmp(name, "flight")) flight((size_t)number, 0);
    else if (!strcmp(name, "burst")) flight((size_t)number, 1);
    else if (!strcmp(name, "request")) request((size_t)number, 0);
    else if (!strcmp(name, "dribble")) request((size_t)number, 1);
    else if (!strcmp(name, "answer")) answer((size_t)number);
    else if (!strcmp(name, "memory")) memory();
    else if (!strcmp(name, "forget")) forget();
    else fail("no such command: %s", line);
    alarm(0);
    fflush(stdout);
  }
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  return 0;
}
