// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/playback_order.hpp"

#include <algorithm>
#include <iterator>

#include <libaudcore/runtime.h>

namespace {

constexpr const char *switches[] = {"shuffle", "album_shuffle", "repeat", "no_playlist_advance"};
constexpr unsigned shuffle = 1, by_album = 2, repeat = 4, one_song = 8;
// Combinations without a number of their own.
constexpr std::int64_t others = 16;

struct Order {
    std::int64_t number;
    unsigned combination;
};

constexpr Order orders[] = {{0, 0}, {1, repeat}, {2, repeat | one_song}, {4, shuffle}, {5, shuffle | by_album}};

}  // namespace

std::int64_t playback_order() {
    unsigned combination = 0;
    for (unsigned bit = 0; bit < std::size(switches); ++bit) {
        if (aud_get_bool(switches[bit])) combination |= 1u << bit;
    }
    const auto found = std::find_if(std::begin(orders), std::end(orders),
                                    [&](const Order &order) { return order.combination == combination; });
    return found != std::end(orders) ? found->number : others + combination;
}

bool set_playback_order(std::int64_t number) {
    const auto found = std::find_if(std::begin(orders), std::end(orders),
                                    [&](const Order &order) { return order.number == number; });
    const bool is_other = number >= others && number < others + 16;
    if (found == std::end(orders) && !is_other) return false;
    const unsigned combination = is_other ? static_cast<unsigned>(number - others) : found->combination;
    for (unsigned bit = 0; bit < std::size(switches); ++bit) {
        aud_set_bool(switches[bit], (combination & (1u << bit)) != 0);
    }
    return true;
}

std::int64_t named_playback_order() {
    const auto order = playback_order();
    if (order < others) return order;
    const unsigned combination = static_cast<unsigned>(order - others);
    if ((combination & shuffle) != 0) return (combination & by_album) != 0 ? 5 : 4;
    if ((combination & repeat) != 0) return (combination & one_song) != 0 ? 2 : 1;
    return 0;
}
