import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings, DESKTOP, PHONE, loadWords } from "./browser.fixture.ts";
import { journey } from "./journey.fixture.ts";
import {
  answerStep,
  expectStep,
  PANEL_AFTER_STEP,
  pressNext,
} from "./pre-approval-walk.fixture.ts";

const visit = journey();

/** The page as it stands, in both widths and both looks; what axe finds, with where. */
async function findViolations(page: Page, name: string): Promise<string[]> {
  const findings: string[] = [];
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // The two looks differ in nothing but their colours.
      const found = await axeFindings(page, colorScheme === "dark" ? "colours" : undefined);
      findings.push(
        ...found.map((each) => `${name}, ${viewport.width} px, ${colorScheme}: ${each}`),
      );
    }
  }
  return findings;
}

test.each(["/", "/fr"])("axe finds nothing wrong with %s", async (path) => {
  const page = await visit.newPage();
  await page.goto(path, { waitUntil: "networkidle" });
  expect(await findViolations(page, path)).toEqual([]);
  await page.context().close();
});

test("axe finds nothing wrong with any step, nor with the panel", async () => {
  const say = loadWords("en");
  const page = await visit.newPage();
  await page.goto("/allListings");
  const findings: string[] = [];
  for (let number = 1; number <= 16; number += 1) {
    await expectStep(page, number, say);
    findings.push(...(await findViolations(page, `step ${number}`)));
    if (number === 16) break;
    await answerStep(page, number, say);
    await pressNext(page, say);
    if (number !== PANEL_AFTER_STEP) continue;
    await page.getByText(say("pre_approval_qualified_consent")).waitFor();
    findings.push(...(await findViolations(page, "the panel")));
    await page.getByRole("button", { name: say("pre_approval_qualified_continue") }).click();
  }
  expect(findings).toEqual([]);
  await page.context().close();
});

test("axe finds nothing wrong with a refused step", async () => {
  const say = loadWords("en");
  const page = await visit.newPage();
  await page.goto("/allListings", { waitUntil: "networkidle" });
  // The native check stands in front of the server's: without it the server's words show.
  const next = page.getByRole("button", { name: say("forms_next"), exact: true });
  await next.evaluate((button: HTMLButtonElement) => button.form?.setAttribute("novalidate", ""));
  await next.click();
  await page.getByText(say("ui_error_summary_title")).waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  expect(await findViolations(page, "a refused step")).toEqual([]);
  await page.context().close();
});
