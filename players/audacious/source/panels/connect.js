// Defines window.fb2k. Runs after qwebchannel.js, panel.js and a line with `operations`, in one function with them.
const waiting = [];
let player;
/** The number that the player has given this page; undefined until it has. */
let page;

function post({ id, method, params }) {
  const call = [id, method, JSON.stringify(params)];
  if (page === undefined) waiting.push(call);
  else player.post(page, ...call);
}

function listen(receive) {
  const channel = new QWebChannel(qt.webChannelTransport, ({ objects }) => {
    player = objects.player;
    player.message.connect((to, text) => {
      if (to === page) receive(JSON.parse(text));
    });
    player.begin_page((number) => {
      page = number;
      for (const call of waiting.splice(0)) player.post(page, ...call);
    });
  });
  // What the player has sent to the page before this one may arrive here. QWebChannel would warn of it.
  const { handleSignal } = channel;
  channel.handleSignal = (signal) => {
    if (player) handleSignal(signal);
  };
}

globalThis.fb2k = connectPanel({ post, listen }, operations);
