// The native actions without state. Each function implements one group.
#pragma once

#include <tonearm/bridge.hpp>

class Host;
class Panels;

void implement_app(tonearm::Bridge &bridge);
void implement_clipboard(tonearm::Bridge &bridge);
void implement_media(tonearm::Bridge &bridge, Host &host);
void implement_system(tonearm::Bridge &bridge, const Panels &panels);
