// Feeds random streams to the frame reader, and random messages to read_envelope(). Usage: fuzz COUNT SEED
#include <cstdlib>

#include "random_input.hpp"

int main(int count, char **arguments) {
    if (count != 3) return std::fprintf(stderr, "usage: fuzz COUNT SEED\n"), 2;
    random_input(std::strtoull(arguments[1], nullptr, 10), std::strtoull(arguments[2], nullptr, 10));
    return failed_checks == 0 ? 0 : 1;
}
