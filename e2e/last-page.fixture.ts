import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A form's last page names its draft; what was answered before, sealed or not, stays with the draft. */
export async function expectNoHiddenAnswer(page: Page): Promise<void> {
  const names = await page.evaluate(() => {
    const form = [...document.forms].find(({ elements }) => elements.namedItem("submissionId"));
    return [...(form?.elements ?? [])]
      .filter((control) => control instanceof HTMLInputElement && control.type === "hidden")
      .map((control) => control.getAttribute("name"));
  });
  expect(names).toEqual(["submissionId", "formname"]);
}
