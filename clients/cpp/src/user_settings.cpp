#include "user_settings.hpp"

#include <utility>
#include <vector>

#include "text_values.hpp"

namespace tonearm::detail {

namespace {

constexpr const char *set_order = "player.playback.setOrder";
constexpr const char *lock = "player.playlist.lock";
constexpr const char *list = "player.playlist.list";
constexpr const char *create = "player.playlist.create";
constexpr const char *append = "player.playlist.append";
constexpr const char *activate = "player.playlist.activate";
constexpr const char *play = "player.playback.play";
constexpr const char *remove_items = "player.playlist.remove";
constexpr const char *now_playing = "player.playback.nowPlaying";

// The name of the playlist from which a bridge plays, and the order that it sets for it.
constexpr const char *shadow_name = "__webview_buffer__";
constexpr std::int64_t default_order = 0;

std::optional<std::string> text_in(std::string_view object, const char *key) { return string_in(member_of(object, key)); }

std::optional<std::int64_t> number_in(std::string_view object, const char *key) {
    return integer_in(member_of(object, key));
}

// A playlist in the answer of the list; the count is 0 when the player does not tell it.
struct Listed {
    std::string id;
    std::optional<std::string> name;
    std::int64_t count;
};

std::vector<Listed> playlists_in(std::string_view answer) {
    std::vector<Listed> listed;
    const Json playlists = parse_json(member_of(answer, "playlists"));
    if (!playlists.is_array()) return listed;
    for (const Json &each : playlists) {
        const std::string text = text_of(each);
        if (auto id = text_in(text, "id")) {
            listed.push_back({std::move(*id), text_in(text, "name"), number_in(text, "count").value_or(0)});
        }
    }
    return listed;
}

const auto ignore = [](const std::string *) {};

std::string order_param(std::int64_t order) { return "{\"order\":" + std::to_string(order) + "}"; }

// The beginning of the params.
std::string playlist_param(const std::string &playlist) { return "{\"playlist\":" + quote(playlist); }

void remove_range(const AskPlayer &ask, const std::string &playlist, std::int64_t start, std::int64_t count,
                  std::function<void()> then) {
    if (count <= 0) return then();
    ask(remove_items,
        playlist_param(playlist) + ",\"start\":" + std::to_string(start) + ",\"count\":" + std::to_string(count) + "}",
        [then = std::move(then)](const std::string *) { then(); });
}

// Removes every item but the playing one. When the player does not know that one, all items stay.
void remove_silent(const AskPlayer &ask, const std::string &playlist, std::int64_t count) {
    ask(now_playing, "{}", [ask, playlist, count](const std::string *now) {
        if (now == nullptr || !is_json(*now)) return;
        const std::string_view track = member_of(*now, "track");
        const auto where = text_in(*now, "playlist");
        const auto item = number_in(*now, "item");
        const auto nothing = [] {};
        if (track.empty() || track == "null" || (where && *where != playlist)) {
            return remove_range(ask, playlist, 0, count, nothing);
        }
        if (!where || !item || *item < 0 || *item >= count) return;
        // The followers first: the player may be about to play one.
        remove_range(ask, playlist, *item + 1, count - *item - 1,
                     [=] { remove_range(ask, playlist, 0, *item, nothing); });
    });
}

}  // namespace

bool UserSettings::is_noted(const std::string &action) {
    for (const char *each : {set_order, lock, list, create, append, activate, play}) {
        if (action == each) return true;
    }
    return false;
}

void UserSettings::note(const std::string &action, std::string_view params, std::string_view answer) {
    const auto playlist = text_in(params, "playlist");
    const auto name = text_in(params, "name");
    if (action == set_order) {
        const auto order = number_in(params, "order"), previous = number_in(answer, "previous");
        if (!order || !previous) return;
        const bool is_own = order_ && *previous == order_->own;
        const auto users = is_own ? order_->users : *previous;
        // With another order than the default one, a bridge gives the user's back, unless the user has chosen one since.
        const bool is_back = *order == users || (*order != default_order && (is_own || !order_));
        order_.reset();
        if (!is_back) order_ = Order{users, *order};
    } else if (action == lock && playlist && name) {
        if (member_of(params, "locked") == "true") locked_[*playlist] = *name;
        else locked_.erase(*playlist);
    } else if (action == list) {
        for (const Listed &each : playlists_in(answer)) {
            if (each.name == shadow_name) shadows_.insert(each.id);
        }
        const auto active = text_in(answer, "active");
        if (!active || shadows_.count(*active) == 0) active_ = active;
    } else if (action == create && name == shadow_name) {
        if (const auto id = text_in(answer, "playlist")) shadows_.insert(*id);
        is_activated_ = true;
    } else if (action == append && playlist && shadows_.count(*playlist) != 0) {
        is_filled_ = true;
    } else if ((action == activate || action == play) && playlist) {
        is_activated_ = shadows_.count(*playlist) != 0;
    }
}

UserSettings UserSettings::taken() {
    UserSettings all = *this;
    order_.reset();
    locked_.clear();
    is_filled_ = is_activated_ = false;
    return all;
}

void UserSettings::give_back(const AskPlayer &ask) const {
    if (order_) {
        ask(set_order, order_param(order_->users), [ask, own = order_->own](const std::string *answer) {
            const auto previous = answer == nullptr ? std::nullopt : number_in(*answer, "previous");
            // The order in force was not the bridge's: the user has chosen it.
            if (previous && *previous != own) ask(set_order, order_param(*previous), ignore);
        });
    }
    for (const auto &[playlist, name] : locked_) {
        ask(lock, playlist_param(playlist) + ",\"name\":" + quote(name) + ",\"locked\":false}", ignore);
    }
    if (is_filled_ || is_activated_) leave_shadow(ask);
}

void UserSettings::leave_shadow(const AskPlayer &ask) const {
    ask(list, "{}", [ask, before = *this](const std::string *answer) {
        if (answer == nullptr) return;
        std::optional<std::string> shadow, wanted;
        std::int64_t count = 0;
        for (const Listed &each : playlists_in(*answer)) {
            if (before.shadows_.count(each.id) == 0) {
                if (!wanted || each.id == before.active_) wanted = each.id;
            } else if (!shadow && each.name == shadow_name) {
                // One that the user has given another name is the user's.
                shadow = each.id;
                count = each.count;
            }
        }
        if (!shadow) return;
        // Before the removal, which waits for an answer that may come at once or late: the order is always the same.
        if (before.is_activated_ && wanted && text_in(*answer, "active") == shadow) {
            ask(activate, playlist_param(*wanted) + "}", ignore);
        }
        if (before.is_filled_ && count > 0) remove_silent(ask, *shadow, count);
    });
}

}  // namespace tonearm::detail
