// What a bridge changes in the user's player for its own playlist, and how it is given back (docs/native-actions.md).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace tonearm::detail {


// Asks the player for a native action, with JSON text. `then` gets the answer; null when the player fails or lacks the action.
using AskPlayer = std::function<void(const char *action, const std::string &params,
                                     std::function<void(const std::string *answer)> then)>;

class UserSettings {
public:
    // Remembers what an action of a bridge has changed. An answer of the wrong form changes nothing.
    void note(const std::string &action, std::string_view params, std::string_view answer);

    // Returns whether note() remembers something of an action.
    static bool is_noted(const std::string &action);

    // Returns what has to be given back, and forgets it.
    UserSettings taken();

    // Gives back what was taken: the order, unless the user has chosen another one meanwhile; the locks; the active
    // playlist, or the first other one when it is gone. Removes every item of the bridge's playlist but the playing one.
    void give_back(const AskPlayer &ask) const;

private:
    void leave_shadow(const AskPlayer &ask) const;

    struct Order {
        std::int64_t users, own;
    };

    std::optional<Order> order_;                     // the user's, and the one in force, which a bridge has set
    std::map<std::string, std::string> locked_;      // the name of the lock of each locked playlist
    std::set<std::string> shadows_;                  // the ids of the bridge's own playlist
    bool is_filled_ = false;                         // whether a bridge has appended to its playlist
    std::optional<std::string> active_;              // the last active playlist of the user that the player has told
    bool is_activated_ = false;                      // whether the player may show the bridge's, as one made or played
};

}  // namespace tonearm::detail
