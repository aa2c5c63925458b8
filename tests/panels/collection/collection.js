// A page as others write them: it reads tags, shows a folder tree, marks the playing row, asks for a name and adds a folder.
const { invoke, on } = globalThis.fb2k;
const byId = (id) => document.getElementById(id);

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

async function showTags(path) {
  const { tags, info, error } = await invoke("metadata.read", { path });
  byId("tags").replaceChildren(
    ...Object.entries(error ? { error } : { ...tags, codec: info.codec }).map(([name, value]) => {
      const row = document.createElement("tr");
      row.append(element("th", name), element("td", [].concat(value).join(", ")));
      return row;
    }),
  );
}

async function showRows() {
  const [active, playing] = await Promise.all([
    invoke("playlist.getActive"),
    invoke("playback.getCurrentTrackIndex"),
  ]);
  if (active.found === false) return;
  const { tracks } = await invoke("playlist.getTracks", { playlist: active.index });
  byId("playlist").textContent = `${active.name} (${tracks.length})`;
  byId("rows").replaceChildren(...tracks.map((track) => {
    const row = element("li", track.title);
    row.addEventListener("click", () => showTags(track.path));
    row.addEventListener("dblclick", () => invoke("playback.playPath", { path: track.path }));
    if (playing.playlist === active.index && playing.index === track.index) {
      row.setAttribute("aria-current", "true");
    }
    return row;
  }));
}

async function showFolders(into, rootId, pathId = "") {
  const { directories, files } = await invoke("library.browseTree", { rootId, pathId, includeFiles: true });
  into.append(...directories.map((folder) => {
    const details = document.createElement("details");
    details.append(element("summary", `${folder.displayName} (${folder.trackCount})`));
    details.addEventListener("toggle", () => showFolders(details, rootId, folder.pathId), { once: true });
    return details;
  }));
  into.append(...files.map(({ title }) => element("div", title)));
}

async function showLibrary() {
  const { roots } = await invoke("library.getRoots");
  byId("folders").replaceChildren();
  for (const { id } of roots) await showFolders(byId("folders"), id);
}

byId("name").addEventListener("click", async () => {
  const { canceled, value } = await invoke("dialog.prompt", { title: "New playlist", message: "Name" });
  if (canceled) return;
  const { index } = await invoke("playlist.create", { name: value });
  await invoke("playlist.setActive", { playlist: index });
});

byId("folder").addEventListener("click", async () => {
  const { folderPath } = await invoke("dialog.openFolder", { title: "Add folder" });
  if (folderPath === "") return;
  const { success, addedCount, error } = await invoke("playlist.addPaths", { paths: [folderPath] });
  byId("status").textContent = success ? `${addedCount} added` : error;
});

for (
  const event of ["playback:trackChanged", "playback:stopped", "playlist:activated", "playlist:itemsAdded"]
) {
  on(event, showRows);
}
on("library:itemsAdded", showLibrary);
showRows();
showLibrary();
