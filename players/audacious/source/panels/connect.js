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
    // The page before this one may have called until this one began.
    player.forget_page();
    player.message.connect((text) => receive(JSON.parse(text)));
    for (const call of waiting.splice(0)) player.post(...call);
  });
}

globalThis.fb2k = connectPanel({ post, listen });
