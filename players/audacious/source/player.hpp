// The running plugin: the bridge, the parts that carry out its native actions, and the panels.
#pragma once

#include "actions/artwork.hpp"
#include "actions/context_menu.hpp"
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

    Host host_;
    PlaylistIds playlists_{host_};
    Queue queue_{host_, playlists_};
    Playback playback_{host_, playlists_, queue_};
    Selection selection_{host_, playlists_};
    MainMenu main_menu_;
    ContextMenu context_menu_{host_, main_menu_};
    Overlay overlay_{host_};
    PlaybackControls playback_controls_{host_};
    PlaylistEditing playlist_editing_{host_, playlists_};
    Library library_{host_};
    Artwork artwork_{host_};
    // Last, so that the pages end first.
    Panels panels_{host_};
};
