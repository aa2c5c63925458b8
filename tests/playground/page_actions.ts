/** User actions on the playground's page, and what the page shows. */

import { assertEquals } from "@std/assert";
import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../support/deadline.ts";

/** Polls a page, which renders some time after a change, until it shows the expected value. */
export async function assertComes<Seen>(
  look: () => Promise<Seen>,
  expected: Seen,
  about?: string,
): Promise<void> {
  await eventually(async () => assertEquals(await look(), expected, about));
}

/** Chooses an operation for the panel that was used last, and waits for its form. */
export async function chooseOperation(page: Page, name: string): Promise<void> {
  await page.getByLabel("Search operations").fill(name);
  await page.locator(".operations").getByRole("button", { name, exact: true }).click();
  await page.locator("article.chosen").getByRole("heading", { name, exact: true }).waitFor();
}

/** The card of a panel, by its number from 1. */
export function card(page: Page, number = 1): Locator {
  return page.locator("article").nth(number - 1);
}

/** Calls an operation from a panel, by its number from 1, and returns the result. */
export async function call(page: Page, name: string, params: unknown, number = 1): Promise<unknown> {
  const panel = card(page, number);
  await panel.locator("h3").click();
  await page.locator(`article.chosen:nth-of-type(${number})`).waitFor();
  await chooseOperation(page, name);
  await panel.getByRole("heading", { name, exact: true }).waitFor();
  await panel.getByLabel("JSON that is sent").fill(JSON.stringify(params));
  const outcome = await pressCall(panel, name);
  return JSON.parse(await outcome.getByLabel("Result", { exact: true }).textContent() ?? "");
}

/** Presses Call, waits for the answer of this call, and returns its outcome. */
export async function pressCall(panel: Locator, name: string): Promise<Locator> {
  const outcomes = panel.locator("[data-number]");
  const [last] = await outcomes.evaluateAll((found) =>
    found.map((element) => element.getAttribute("data-number") ?? "")
  );
  await panel.getByRole("button", { name: "Call", exact: true }).click();
  // The choice of another operation removes the outcome.
  const outcome = last === undefined ? outcomes : panel.locator(`[data-number="${Number(last) + 1}"]`);
  await outcome.getByRole("status").getByText(`${name}: answered`).waitFor();
  return outcome;
}

/** The events of a panel with their data, oldest first. */
export async function eventsOf(page: Page, number = 1): Promise<string[]> {
  return (await card(page, number).getByRole("list", { name: "Events" }).locator("li").allTextContents())
    .map((text) => text.replace(/^\S+ /, "")).toReversed();
}

/** Waits until a panel shows an event with a text, and returns all its events, oldest first. */
export async function heard(page: Page, text: string, number = 1): Promise<string[]> {
  await card(page, number).getByRole("list", { name: "Events" }).getByText(text).first().waitFor();
  return await eventsOf(page, number);
}

/** The rules of axe that the page violates, each with the elements. */
export async function violations(page: Page): Promise<string[]> {
  // The colours of buttons change in a transition.
  await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run(document)");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join()).join("; ")}`);
}
