import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Expects that a form's last page has no hidden fields except the id of its draft and the form's
 * name. Earlier answers, sealed or not, stay in the draft.
 */
export async function expectNoHiddenAnswer(page: Page): Promise<void> {
  const names = await page.evaluate(() => {
    const form = [...document.forms].find(({ elements }) => elements.namedItem("submissionId"));
    return [...(form?.elements ?? [])]
      .filter((control) => control instanceof HTMLInputElement && control.type === "hidden")
      .map((control) => control.getAttribute("name"));
  });
  expect(names).toEqual(["submissionId", "formname"]);
}
