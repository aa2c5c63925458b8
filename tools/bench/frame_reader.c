/*
 * The lower bound of all readers of frames: reads them with read(2) and answers each with a short frame.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int read_all(unsigned char *to, size_t length) {
  while (length > 0) {
    ssize_t count = read(0, to, length);
    if (count <= 0) return 0;
    to += count;
    length -= (size_t)count;
  }
  return 1;
}

int main(void) {
  static const char answer[] = "\x02\x00\x00\x00{}";
  unsigned char prefix[4];
  while (read_all(prefix, sizeof prefix)) {
    uint32_t length = prefix[0] | (uint32_t)prefix[1] << 8 | (uint32_t)prefix[2] << 16 | (uint32_t)prefix[3] << 24;
    unsigned char *body = malloc(length);
    if (body == NULL || !read_all(body, length)) return 1;
    free(body);
    if (write(1, answer, 6) != 6) return 1;
  }
  return 0;
}
