/**
 * What a person does on the playground's page, and sees there.
 *
 * @module
 */

import { assertEquals, AssertionError } from "@std/assert";
import type { Locator, Page } from "playwright-core";

/** How often something is looked at that a page is about to show, in milliseconds. */
const LOOK_MS = 20;

/** How long it may take until it is there: a loaded machine takes its time. */
const PATIENCE_MS = 60_000;

/**
 * Asserts what a page comes to show: it draws when it gets to it, not when it is told.
 *
 * @param look Looks at it.
 * @param expected What it has to become.
 * @param about What to say when it does not.
 */
export async function assertComes<Seen>(
  look: () => Promise<Seen>,
  expected: Seen,
  about?: string,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (true) {
    try {
      return assertEquals(await look(), expected, about);
    } catch (error) {
      if (!(error instanceof AssertionError) || performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/**
 * Chooses an operation for the panel that was used last, and waits for its form.
 *
 * @param page The page.
 * @param name The operation's name.
 */
export async function chooseOperation(page: Page, name: string): Promise<void> {
  await page.getByLabel("Search operations").fill(name);
  await page.locator(".operations").getByRole("button", { name, exact: true }).click();
  await page.locator("article.chosen").getByRole("heading", { name, exact: true }).waitFor();
}

/**
 * The card of a panel.
 *
 * @param page The page.
 * @param number The panel's number, from 1.
 * @returns It.
 */
export function card(page: Page, number = 1): Locator {
  return page.locator("article").nth(number - 1);
}

/**
 * Calls an operation from a panel with parameters as JSON.
 *
 * @param page The page.
 * @param name The operation's name.
 * @param params Its parameters.
 * @param number The panel's number, from 1.
 * @returns Its result.
 */
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

/**
 * Calls what a panel's form says, and waits until this very call is answered.
 *
 * @param panel The panel's card.
 * @param name The operation's name.
 * @returns Where its outcome is.
 */
export async function pressCall(panel: Locator, name: string): Promise<Locator> {
  const outcomes = panel.locator("[data-number]");
  const [last] = await outcomes.evaluateAll((found) =>
    found.map((element) => element.getAttribute("data-number") ?? "")
  );
  await panel.getByRole("button", { name: "Call", exact: true }).click();
  // After another operation was chosen there is none until this call is made.
  const outcome = last === undefined ? outcomes : panel.locator(`[data-number="${Number(last) + 1}"]`);
  await outcome.getByRole("status").getByText(`${name}: answered`).waitFor();
  return outcome;
}

/**
 * The events that a panel has heard.
 *
 * @param page The page.
 * @param number The panel's number, from 1.
 * @returns Each with its data, oldest first.
 */
export async function eventsOf(page: Page, number = 1): Promise<string[]> {
  return (await card(page, number).getByRole("list", { name: "Events" }).locator("li").allTextContents())
    .map((text) => text.replace(/^\S+ /, "")).toReversed();
}

/**
 * Waits until a panel has heard an event.
 *
 * @param page The page.
 * @param text What is in it.
 * @param number The panel's number, from 1.
 * @returns All that it has heard, oldest first.
 */
export async function heard(page: Page, text: string, number = 1): Promise<string[]> {
  await card(page, number).getByRole("list", { name: "Events" }).getByText(text).first().waitFor();
  return await eventsOf(page, number);
}
