#include "user_settings.hpp"

#include <utility>

namespace tonearm::detail {

namespace {

constexpr const char *set_order = "player.playback.setOrder";
constexpr const char *lock = "player.playlist.lock";
constexpr const char *list = "player.playlist.list";
constexpr const char *create = "player.playlist.create";
constexpr const char *append = "player.playlist.append";
constexpr const char *activate = "player.playlist.activate";
constexpr const char *remove_items = "player.playlist.remove";
constexpr const char *now_playing = "player.playback.nowPlaying";

// The name of the playlist from which a bridge plays, and the order that it sets for it.
constexpr const char *shadow_name = "__webview_buffer__";
constexpr std::int64_t default_order = 0;

// The types of nlohmann::json throw for a member of the wrong type.
std::optional<std::string> text_in(const Json &object, const char *key) {
    if (!object.is_object() || !object.contains(key) || !object[key].is_string()) return std::nullopt;
    return object[key].get<std::string>();
}

std::optional<std::int64_t> number_in(const Json &object, const char *key) {
    if (!object.is_object() || !object.contains(key) || !object[key].is_number_integer()) return std::nullopt;
    return object[key].get<std::int64_t>();
}

const Json &playlists_in(const Json &answer) {
    static const Json none = Json::array();
    return answer.is_object() && answer.contains("playlists") && answer["playlists"].is_array() ? answer["playlists"]
                                                                                                : none;
}

void remove_range(const AskPlayer &ask, const std::string &playlist, std::int64_t start, std::int64_t count,
                  std::function<void()> then) {
    if (count <= 0) return then();
    ask(remove_items, {{"playlist", playlist}, {"start", start}, {"count", count}},
        [then = std::move(then)](const Json *) { then(); });
}

// Removes every item but the playing one. When the player does not know that one, all items stay.
void remove_silent(const AskPlayer &ask, const std::string &playlist, std::int64_t count) {
    ask(now_playing, Json::object(), [ask, playlist, count](const Json *now) {
        if (now == nullptr || !now->is_object()) return;
        const auto track = now->find("track");
        const auto where = text_in(*now, "playlist");
        const auto item = number_in(*now, "item");
        const auto nothing = [] {};
        if (track == now->end() || track->is_null() || (where && *where != playlist)) {
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
    for (const char *each : {set_order, lock, list, create, append, activate}) {
        if (action == each) return true;
    }
    return false;
}

void UserSettings::note(const std::string &action, const Json &params, const Json &answer) {
    const auto playlist = text_in(params, "playlist");
    const auto name = text_in(params, "name");
    if (action == set_order) {
        const auto order = number_in(params, "order"), previous = number_in(answer, "previous");
        if (!order || !previous) return;
        if (*order != default_order) order_.reset();
        else if (!order_ && *previous != default_order) order_ = previous;
    } else if (action == lock && playlist && name) {
        if (params.value("locked", Json()) == true) locked_[*playlist] = *name;
        else locked_.erase(*playlist);
    } else if (action == list) {
        for (const Json &each : playlists_in(answer)) {
            const auto id = text_in(each, "id");
            if (id && text_in(each, "name") == shadow_name) shadows_.insert(*id);
        }
        const auto active = text_in(answer, "active");
        if (!active || shadows_.count(*active) == 0) last_active_ = active;
    } else if (action == create && name == shadow_name) {
        if (const auto id = text_in(answer, "playlist")) shadows_.insert(*id);
    } else if (action == append && playlist && shadows_.count(*playlist) != 0) {
        is_filled_ = true;
    } else if (action == activate && playlist) {
        const bool is_shadow = shadows_.count(*playlist) != 0;
        if (is_shadow && !is_activated_) active_ = last_active_;
        is_activated_ = is_shadow;
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
        ask(set_order, {{"order", *order_}}, [ask](const Json *answer) {
            const auto previous = answer == nullptr ? std::nullopt : number_in(*answer, "previous");
            // The order in force was not the bridge's: the user has chosen it.
            if (previous && *previous != default_order) ask(set_order, {{"order", *previous}}, [](const Json *) {});
        });
    }
    for (const auto &[playlist, name] : locked_) {
        ask(lock, {{"playlist", playlist}, {"name", name}, {"locked", false}}, [](const Json *) {});
    }
    if (is_filled_ || is_activated_) leave_shadow(ask);
}

void UserSettings::leave_shadow(const AskPlayer &ask) const {
    ask(list, Json::object(), [ask, before = *this](const Json *answer) {
        if (answer == nullptr) return;
        std::optional<std::string> shadow, wanted;
        std::int64_t count = 0;
        for (const Json &each : playlists_in(*answer)) {
            const auto id = text_in(each, "id");
            if (!id) continue;
            if (before.shadows_.count(*id) == 0) {
                if (!wanted || id == before.active_) wanted = id;
            } else if (!shadow) {
                shadow = id;
                count = number_in(each, "count").value_or(0);
            }
        }
        if (!shadow) return;
        if (before.is_filled_ && count > 0) remove_silent(ask, *shadow, count);
        if (before.is_activated_ && wanted && text_in(*answer, "active") == shadow) {
            ask(activate, {{"playlist", *wanted}}, [](const Json *) {});
        }
    });
}

}  // namespace tonearm::detail
