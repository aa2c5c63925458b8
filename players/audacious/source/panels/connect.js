// Defines window.fb2k. Runs after qwebchannel.js and panel.js, in one function with them.
const waiting = [];
let player;

function post({ id, method, params }) {
  const call = [id, method, JSON.stringify(params)];
  if (player) player.post(...call);
  else waiting.push(call);
}

function listen(receive) {
  new QWebChannel(qt.webChannelTransport, ({ objects }) => {
    player = objects.player;
    player.message.connect((text) => receive(JSON.parse(text)));
    player.begin_page();
    for (const call of waiting.splice(0)) player.post(...call);
  });
}

globalThis.fb2k = connectPanel({ post, listen });
