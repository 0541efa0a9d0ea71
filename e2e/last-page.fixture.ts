import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A form's last page names its draft; what was answered before, sealed or not, stays with the draft. */
export async function expectNoHiddenAnswer(page: Page): Promise<void> {
  const form = page.locator("main form").filter({ has: page.locator("[name=submissionId]") });
  const names = await form
    .locator("input[type=hidden]")
    .evaluateAll((controls) => controls.map((control) => control.getAttribute("name")));
  expect(names).toEqual(["submissionId", "formname"]);
}
