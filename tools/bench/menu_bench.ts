/**
 * Compares the cost of a menu of 5,000 nodes on its way from the player to a page (parse, check, shape, translate, count, write)
 * with that of its JSON alone.
 */

// deno-lint-ignore-file no-console -- it prints a table
import * as v from "valibot";
import { labels } from "../../handlers/menu/labels.ts";
import { findTranslation } from "../../handlers/menu/translation.ts";
import { type MenuItem, shapeMenu } from "../../handlers/menu/tree.ts";
import { type MenuNode, menuNode } from "../../host_stdio/api/shapes.ts";
import { checkAnswer } from "../../host_stdio/native_requests.ts";

const NODES = 5_000;
const ROUNDS = 60;
const RUNS_A_ROUND = 5;

/** A menu with three levels. Every second label has a translation, every seventh command is disabled. */
function makeMenu(usual: readonly string[]): MenuNode[] {
  let made = 0;
  const label = () => made % 2 === 0 ? `&${usual[made % usual.length]}...` : `Playlist number ${made}`;
  const below = (level: number): MenuNode[] =>
    Array.from({ length: 17 }, (): MenuNode | undefined => {
      if (made >= NODES) return undefined;
      made++;
      if (made % 16 === 0) return { type: "separator" };
      if (level < 3) return { type: "submenu", label: label(), children: below(level + 1) };
      return {
        type: "command",
        label: label(),
        commandId: made,
        guid: `{01234567-89AB-CDEF-0123-${String(made).padStart(12, "0")}}`,
        enabled: made % 7 !== 0,
        checked: false,
      };
    }).filter((node) => node !== undefined);
  const nodes: MenuNode[] = [];
  while (made < NODES) nodes.push(...below(1));
  return nodes;
}

const nodes = makeMenu(Object.keys(labels));
const asked = JSON.stringify({ nodes });
const playerAnswer: unknown = JSON.parse(asked);
const plainSchema = v.object({ nodes: v.array(menuNode) });

function check(result: unknown): readonly MenuNode[] {
  return checkAnswer("player.menu.build", result).nodes;
}

async function shape(nodes: readonly MenuNode[], locale: string): Promise<MenuItem[]> {
  const translate = await findTranslation(true, locale);
  return shapeMenu({ nodes, labels: [] }, { translate, withAvailability: true });
}

const roundTrip = "the answer to the page, read and written";
const readAndWrite = "the player's answer, read, and the page's, written";
const everything = "everything: read, check, shape, count, translate, write";

async function measure(locale: string): Promise<void> {
  const answered = JSON.stringify(await shape(nodes, locale));
  const pageAnswer: unknown = JSON.parse(answered);
  const steps: Record<string, () => unknown> = {
    [roundTrip]: () => JSON.stringify(JSON.parse(answered)),
    [readAndWrite]: () => [JSON.parse(asked), JSON.stringify(pageAnswer)],
    "check": () => check(playerAnswer),
    "check by valibot alone": () => v.parse(plainSchema, playerAnswer),
    "shape, count, translate": () => shape(nodes, locale),
    [everything]: async () => JSON.stringify(await shape(check(JSON.parse(asked)), locale)),
  };
  // The steps run in turn and the best time of each counts, so that other load affects all of them alike.
  const best: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, step] of Object.entries(steps)) {
      const begin = performance.now();
      for (let run = 0; run < RUNS_A_ROUND; run++) await step();
      best[name] = Math.min(best[name] ?? Infinity, (performance.now() - begin) / RUNS_A_ROUND);
    }
  }
  console.log(
    `\nlocale ${locale}: ${asked.length} characters from the player, ${answered.length} to the page`,
  );
  for (const [name, time] of Object.entries(best)) console.log(`${time.toFixed(2).padStart(6)} ms  ${name}`);
  for (const bare of [roundTrip, readAndWrite]) {
    const times = (best[everything] ?? NaN) / (best[bare] ?? NaN);
    console.log(`everything takes ${times.toFixed(2)} times as long as ${bare}`);
  }
}

console.log(`a menu of ${NODES} nodes`);
await measure("auto");
await measure("de");
