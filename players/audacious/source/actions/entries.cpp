// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/entries.hpp"

#include <cstring>
#include <unordered_map>

namespace {

// Shifting entries one by one takes time quadratic in their number.
constexpr std::size_t max_shifted = 5000;

// Audacious shares equal texts, so their addresses are equal too.
std::unordered_map<const char *, std::size_t> ranks;

int compare_ranks(const char *a, const char *b) {
    const auto first = ranks[a], second = ranks[b];
    return first < second ? -1 : first > second;
}

std::vector<bool> marks_of(const Playlist &playlist) {
    std::vector<bool> marks(static_cast<std::size_t>(playlist.n_entries()));
    if (playlist.n_selected() == 0) return marks;
    for (std::size_t at = 0; at < marks.size(); ++at) marks[at] = playlist.entry_selected(static_cast<int>(at));
    return marks;
}

void set_marks(const Playlist &playlist, const std::vector<bool> &marks) {
    for (std::size_t at = 0; at < marks.size(); ++at) playlist.select_entry(static_cast<int>(at), marks[at]);
}

// Moves the entries to their places from the front on.
void shift_entries(const Playlist &playlist, const std::vector<std::int64_t> &order) {
    // The old index of the entry at each index.
    std::vector<std::int64_t> now(order.size());
    for (std::size_t at = 0; at < now.size(); ++at) now[at] = static_cast<std::int64_t>(at);
    std::vector<bool> marks = marks_of(playlist), moved(marks.size());
    for (std::size_t at = 0; at < order.size(); ++at) moved[at] = marks[static_cast<std::size_t>(order[at])];
    playlist.select_all(false);
    for (std::size_t to = 0; to < order.size(); ++to) {
        std::size_t from = to;
        while (now[from] != order[to]) ++from;
        if (from == to) continue;
        playlist.select_entry(static_cast<int>(from), true);
        playlist.shift_entries(static_cast<int>(from), static_cast<int>(to) - static_cast<int>(from));
        playlist.select_entry(static_cast<int>(to), false);
        now.erase(now.begin() + static_cast<std::ptrdiff_t>(from));
        now.insert(now.begin() + static_cast<std::ptrdiff_t>(to), order[to]);
    }
    set_marks(playlist, moved);
}

}  // namespace

void remove_entries(const Playlist &playlist, const std::vector<std::int64_t> &items) {
    const std::vector<bool> marks = marks_of(playlist);
    std::vector<bool> left;
    auto item = items.begin();
    for (std::size_t at = 0; at < marks.size(); ++at) {
        if (item != items.end() && *item == static_cast<std::int64_t>(at)) ++item;
        else left.push_back(marks[at]);
    }
    playlist.select_all(false);
    for (const auto each : items) playlist.select_entry(static_cast<int>(each), true);
    playlist.remove_selected();
    set_marks(playlist, left);
}

bool reorder_entries(const Playlist &playlist, const std::vector<std::int64_t> &order) {
    // The texts have to stay while their addresses are compared.
    std::vector<String> names;
    ranks.clear();
    bool is_distinct = true;
    for (std::size_t at = 0; at < order.size(); ++at) {
        names.push_back(playlist.entry_filename(static_cast<int>(order[at])));
        is_distinct = ranks.emplace(names.back(), at).second && is_distinct;
    }
    if (is_distinct) playlist.sort_by_filename(compare_ranks);
    ranks.clear();
    if (is_distinct) return true;
    if (order.size() > max_shifted) return false;
    shift_entries(playlist, order);
    return true;
}
