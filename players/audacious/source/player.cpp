// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "player.hpp"

#include "actions/actions.hpp"
#include "bridge_command.hpp"

Player::Player() {
    host_.on_made([this](tonearm::Bridge &bridge) { implement(bridge); });
    connect(&host_, &Host::bridgeEnded, this, [this] {
        overlay_.forget();
        dialogs_.close_all();
    });
    if (is_bridge_replaced()) host_.start_bridge();
}

Player::~Player() {
    panels_.close();
    playback_.announce_shutdown();
    host_.end();
    threads_.end();
}

void Player::implement(tonearm::Bridge &bridge) {
    implement_clipboard(bridge);
    implement_app(bridge);
    implement_media(bridge, threads_, question_);
    implement_system(bridge, panels_);
    playlists_.implement(bridge);
    playback_.implement(bridge);
    queue_.implement(bridge);
    selection_.implement(bridge);
    main_menu_.implement(bridge);
    context_menu_.implement(bridge);
    overlay_.implement(bridge);
    dialogs_.implement(bridge);
    playback_controls_.implement(bridge);
    playlist_editing_.implement(bridge);
    library_.implement(bridge);
    artwork_.implement(bridge);
    panels_.implement(bridge);
}
