import { type FunctionComponent, h, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Control } from "./control.ts";
import { DialogView } from "./dialog_view.ts";
import { type Api, loadApi, offered, type Operation } from "./operations.ts";
import { OverlayView } from "./overlay_view.ts";
import { PagePanel } from "./page_panel.ts";
import { countOfProblems, PanelCard, problemList } from "./panel_card.ts";
import { PanelTab, TAB_HASH } from "./panel_tab.ts";
import { PlayerView } from "./player_view.ts";
import { button, el, useValue, useValues } from "./ui.ts";
import { WireView } from "./wire_view.ts";

/** The parts of the page. A narrow screen shows one at a time. */
const views = ["Operations", "Panels", "Player", "Wire"] as const;
type View = (typeof views)[number];

const schemes = ["system", "light", "dark"] as const;

const control = new Control();
control.connect();

const Page: FunctionComponent<{ readonly api: Api }> = ({ api }) => {
  const connection = useValue(control.connection);
  const generation = useValue(control.generation);
  const bridge = useValue(control.bridge);
  const hello = useValue(control.hello);
  const [view, setView] = useState<View>("Operations");
  const [scheme, setScheme] = useState<(typeof schemes)[number]>("system");
  const [name, setName] = useState([...api.keys()][0] ?? "");
  const [panels, setPanels] = useState<readonly PagePanel[]>([]);
  const [chosen, setChosen] = useState<PagePanel | undefined>(undefined);
  const names = useValues(panels.map(({ info }) => info)).map((info) => info?.name);
  /** Those of panels that have no card here, such as panels in tabs of their own. */
  const otherProblems = useValue(control.problems).filter(({ panel }) => !names.includes(panel));
  const operations = offered(api, bridge.operations);
  const operation = operations.find((each) => each.name === name);
  /** The panel that the operation list applies to. An existing panel has no form. */
  const target = panels.find((panel) => panel === chosen) ?? panels.find(({ framed }) => !framed);

  useEffect(() => {
    document.documentElement.dataset["scheme"] = scheme;
  }, [scheme]);
  useEffect(() => {
    // The server has closed the panels of the last connection.
    if (generation === 0) return;
    for (const panel of panels) void panel.open(control);
    if (panels.length === 0) {
      if (hello?.hasPanelFolder) addPanel(true);
      else addPanel(false);
    }
  }, [generation, hello === undefined]);

  function addPanel(framed: boolean): void {
    if (hello === undefined) return;
    const panel = new PagePanel(framed ? "framed" : `panel ${panels.length + 1}`, framed);
    setPanels([...panels, panel]);
    if (!framed) setChosen(panel);
    void panel.open(control);
  }
  function closePanel(panel: PagePanel): void {
    setPanels(panels.filter((each) => each !== panel));
    void panel.close(control);
  }
  function choose(chosenName: string): void {
    setName(chosenName);
    setView("Panels");
    if (!target) addPanel(false);
  }

  return el(
    "div",
    { class: "page", "data-view": view },
    el(
      "header",
      { class: "bar" },
      el("h1", null, "Tonearm playground"),
      el("span", { class: "quiet" }, hello ? `bridge ${hello.version}` : ""),
      el(
        "span",
        { role: "status", class: connection === "open" && bridge.running ? "well" : "defect" },
        connection !== "open"
          ? (connection === "lost" ? "Connection lost; trying again…" : "Connecting…")
          : bridge.running
          ? "Bridge is running"
          : bridge.detail,
      ),
      bridge.running ? null : button("Start a new bridge", () => void control.ask("restart", {})),
      el(
        "label",
        { class: "end" },
        "Colours ",
        el("select", {
          value: scheme,
          onChange: ({ currentTarget: { value } }) =>
            setScheme(schemes.find((each) => each === value) ?? "system"),
        }, schemes.map((each) => el("option", { key: each, value: each }, each))),
      ),
    ),
    el(
      "nav",
      { "aria-label": "Parts of the page" },
      views.map((each) =>
        button(each, () => setView(each), { key: each, "aria-current": each === view ? "page" : undefined })
      ),
    ),
    el(
      "main",
      null,
      h(OperationList, { operations, name, unsupported: bridge.unsupported, onChoose: choose }),
      el(
        "section",
        { class: "panels", "aria-labelledby": "panels-title" },
        el(
          "div",
          { class: "bar" },
          el("h2", { id: "panels-title" }, "Panels"),
          button("Add a panel", () => addPanel(false)),
          hello?.hasPanelFolder
            ? [
              button("Add the existing panel", () => addPanel(true), { key: "add" }),
              el("a", { key: "tab", href: TAB_HASH, target: "_blank", rel: "noopener" }, "Open it in a tab"),
            ]
            : null,
          el(
            "span",
            { class: "defect", role: "status" },
            otherProblems.length > 0 ? `${countOfProblems(otherProblems)} in other panels` : "",
          ),
        ),
        el(
          "div",
          { class: "cards" },
          operation
            ? panels.map((panel, index) =>
              h(ChosenPanel, {
                key: keyOf(panel),
                panel,
                operation,
                prefix: `panel-${keyOf(panel)}`,
                chosen: panel === target,
                onChoose: () => panel.framed || setChosen(panel),
                onClose: () => closePanel(panel),
                only: index === 0 && panels.length === 1,
              })
            )
            : null,
        ),
        otherProblems.length > 0
          ? problemList(
            otherProblems.map(({ panel, text }) => `${panel}: ${text}`),
            "Problems of other panels",
          )
          : null,
      ),
      h(PlayerView, { control }),
      h(WireView, { control }),
    ),
    h(OverlayView, { control }),
    h(DialogView, { control }),
  );
};

interface ChosenPanelProps {
  readonly panel: PagePanel;
  readonly operation: Operation;
  readonly prefix: string;
  readonly chosen: boolean;
  readonly only: boolean;
  onChoose(): void;
  onClose(): void;
}

/** A panel that keeps its operation while another panel is chosen. */
const ChosenPanel: FunctionComponent<ChosenPanelProps> = ({ operation, chosen, ...rest }) => {
  const [own, setOwn] = useState(operation);
  useEffect(() => {
    if (!chosen || operation === own) return;
    rest.panel.forgetOutcome();
    setOwn(operation);
  }, [operation, chosen]);
  useEffect(() => {
    // Another panel above this one, such as a frame, may fill the window.
    if (chosen) document.getElementById(`${rest.prefix}-title`)?.scrollIntoView();
  }, [operation]);
  return h(PanelCard, { ...rest, control, chosen, operation: own });
};

interface OperationListProps {
  readonly operations: readonly Operation[];
  /** The chosen operation. */
  readonly name: string;
  readonly unsupported: readonly string[];
  onChoose(name: string): void;
}

const OperationList: FunctionComponent<OperationListProps> = (
  { operations, name, unsupported, onChoose },
) => {
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = operations.filter(({ name, summary }) =>
    words.every((word) => `${name} ${summary}`.toLowerCase().includes(word))
  );
  const namespaces = [...new Set(found.map((operation) => namespaceOf(operation)))].sort();
  return el(
    "section",
    { class: "operations", "aria-labelledby": "operations-title" },
    el("h2", { id: "operations-title" }, "Operations"),
    el("input", {
      type: "search",
      placeholder: "Search",
      "aria-label": "Search operations",
      value: search,
      onInput: (event) => setSearch(event.currentTarget.value),
    }),
    el("p", { class: "quiet", role: "status" }, `${found.length} of ${operations.length}`),
    el(
      "div",
      { class: "namespaces" },
      namespaces.map((namespace) =>
        el(
          "details",
          {
            key: `${namespace} ${words.length > 0}`,
            open: words.length > 0 || name.startsWith(`${namespace}.`),
          },
          el("summary", null, namespace),
          el(
            "ul",
            null,
            found.filter((operation) => namespaceOf(operation) === namespace).map((operation) =>
              el(
                "li",
                { key: operation.name },
                button(operation.name, () => onChoose(operation.name), {
                  title: operation.summary,
                  "aria-current": operation.name === name ? "true" : undefined,
                }),
                unsupported.includes(operation.name)
                  ? el("span", { class: "quiet" }, " not supported by this player")
                  : null,
              )
            ),
          ),
        )
      ),
    ),
  );
};

function namespaceOf({ name }: Operation): string {
  return name.split(".")[0] ?? name;
}

const keys = new WeakMap<PagePanel, number>();
let lastKey = 0;

/** Returns a number that identifies the panel while the page is open. */
function keyOf(panel: PagePanel): number {
  let key = keys.get(panel);
  if (key === undefined) keys.set(panel, key = ++lastKey);
  return key;
}

const place = document.getElementById("page");
if (place) {
  try {
    addEventListener("hashchange", () => location.reload());
    const isTab = location.hash.startsWith(TAB_HASH);
    render(isTab ? h(PanelTab, { control }) : h(Page, { api: await loadApi() }), place);
  } catch (error) {
    place.textContent = `The page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  }
}
