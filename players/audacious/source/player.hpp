// Copyright (c) 2026 Tonearm contributors. MIT License.
// The running plugin: the bridge, the parts that carry out its native actions, and the panels.
#pragma once

#include "actions/artwork.hpp"
#include "actions/context_menu.hpp"
#include "actions/dialogs.hpp"
#include "actions/library.hpp"
#include "actions/main_menu.hpp"
#include "actions/overlay.hpp"
#include "actions/playback.hpp"
#include "actions/playback_controls.hpp"
#include "actions/playlist_editing.hpp"
#include "actions/queue.hpp"
#include "actions/selection.hpp"
#include "host.hpp"
#include "panels/panels.hpp"
#include "playlist_ids.hpp"
#include "signals.hpp"
#include "stream_question.hpp"
#include "threads.hpp"

class Player : public QObject {
    Q_OBJECT

public:
    Player();
    ~Player() override;

    // Opens the panels that the listener had open.
    void open_panels() { panels_.open_remembered(); }
    // Adds the menu of panels to the window.
    void show_menu() { panels_.show_menu(); }

private:
    void implement(tonearm::Bridge &bridge);

    Signals signals_;
    Threads threads_;
    StreamQuestion question_;
    Host host_{signals_, threads_};
    PlaylistIds playlists_{signals_, threads_};
    Queue queue_{signals_, threads_, playlists_};
    Playback playback_{signals_, threads_, playlists_, queue_};
    Selection selection_{signals_, playlists_};
    MainMenu main_menu_;
    ContextMenu context_menu_{main_menu_};
    Overlay overlay_{signals_};
    Dialogs dialogs_;
    PlaybackControls playback_controls_{signals_};
    PlaylistEditing playlist_editing_{signals_, threads_, playlists_};
    Library library_{signals_, threads_};
    Artwork artwork_{threads_};
    // Last, so that the pages end first.
    Panels panels_{host_};
};
