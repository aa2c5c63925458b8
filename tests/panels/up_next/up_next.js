// A page in the manner of 2.0: what is found in the playlist is queued in front, and the queue is reversed and played from.
// Its two halves tell each other through a port, and what was searched for is there again in the next page.
const { invoke, on } = globalThis.fb2k;
const byId = (id) => document.getElementById(id);

function button(text, click) {
  const made = document.createElement("button");
  made.textContent = text;
  made.addEventListener("click", click);
  return made;
}

function show(list, buttons) {
  byId(list).replaceChildren(...buttons.map((each) => {
    const row = document.createElement("li");
    row.append(each);
    return row;
  }));
}

async function showFound(query) {
  const { success, error, items, playlist } = await invoke("playlist.getMatchingRows", { query });
  byId("status").textContent = success ? "" : error;
  if (!success) return;
  const { tracks } = await invoke("playlist.getTracksAt", {
    playlist,
    rows: items.toReversed(),
    formats: { label: "%tracknumber%. %title%" },
    fields: ["index"],
  });
  show(
    "found",
    tracks.map(({ label, index }) =>
      button(label, () => invoke("queue.insertNext", { items: [{ playlist, item: index }] }))
    ),
  );
}

async function showQueue() {
  const { items } = await invoke("queue.get");
  show(
    "queue",
    items.map(({ title, queueIndex }) => button(title, () => invoke("queue.playNow", { index: queueIndex }))),
  );
}

byId("reverse").addEventListener("click", async () => {
  const { items } = await invoke("queue.get");
  await invoke("queue.setContents", { items: items.toReversed().map(({ queueIndex }) => ({ queueIndex })) });
});

async function start() {
  const [finder, list] = await Promise.all([
    invoke("port.connect", { name: "search" }),
    invoke("port.connect", { name: "search" }),
  ]);
  on("port:message", ({ portId, message }) => {
    if (portId === list.portId) showFound(message.query);
  });
  on("playback:queueChanged", showQueue);
  byId("query").addEventListener("change", async ({ target: { value } }) => {
    await invoke("state.set", { key: "up_next.query", value });
    await invoke("port.postMessage", { portId: finder.portId, message: { query: value } });
  });
  const { exists, value } = await invoke("state.get", { key: "up_next.query" });
  if (exists) {
    byId("query").value = value;
    await showFound(value);
  }
  await showQueue();
  document.body.dataset.ready = "";
}
start();
