/*
 * The lower bound of all contenders: returns each frame unparsed. A frame whose body begins with a space is a request, which
 * is held in memory until it is complete and then answered with {}.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int write_all(const unsigned char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(1, bytes, length);
    if (count <= 0) return 0;
    bytes += count;
    length -= (size_t)count;
  }
  return 1;
}

/* Reads a request to its end after its first `count` bytes. Returns 0 when the input ends inside it. */
static int take_request(const unsigned char *bytes, size_t count, size_t length) {
  unsigned char *request = malloc(length);
  if (request == NULL) return 0;
  memcpy(request, bytes, count);
  while (count < length) {
    ssize_t more = read(0, request + count, length - count);
    if (more <= 0) return 0;
    count += (size_t)more;
  }
  free(request);
  return write_all((const unsigned char *)"\x02\x00\x00\x00{}", 6);
}

int main(void) {
  static unsigned char buffer[64 * 1024];
  size_t filled = 0;
  /* Bytes of the current frame that are not read yet. */
  size_t rest = 0;
  for (;;) {
    ssize_t count = read(0, buffer + filled, sizeof buffer - filled);
    if (count <= 0) return 0;
    filled += (size_t)count;
    /* Bytes before `done` are finished; those from `done` to `at` are returned. */
    size_t at = 0, done = 0;
    while (at < filled) {
      if (rest == 0) {
        /* The length, 4 bytes, and the first byte of the body. */
        const unsigned char *frame = buffer + at;
        if (filled - at < 5) break;
        rest = 4 + (frame[0] | (size_t)frame[1] << 8 | (size_t)frame[2] << 16 | (size_t)frame[3] << 24);
        if (frame[4] == ' ') {
          size_t here = filled - at < rest ? filled - at : rest;
          if (!write_all(buffer + done, at - done) || !take_request(frame, here, rest)) return 1;
          rest = 0;
          done = at += here;
          continue;
        }
      }
      size_t piece = filled - at < rest ? filled - at : rest;
      at += piece;
      rest -= piece;
    }
    if (!write_all(buffer + done, at - done)) return 1;
    memmove(buffer, buffer + at, filled - at);
    filled -= at;
  }
}
