import { expect, test } from "vitest";
import { today } from "#platform/clock/clock.server.ts";
import { axeFindings, DESKTOP, loadWords } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

const visit = journey();

test("an administrator records an incident, assesses it, prints its letters in French and closes it", async () => {
  const words = loadWords("fr");
  const page = await visit.newPage({ locale: "fr", viewport: DESKTOP });
  await visit.signIn(page, "admin");
  await page.goto("/fr/staff/incidents");
  await page.getByRole("heading", { name: words("incident_none_title") }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: words("incident_new") }).click();
  // Most questions are optional, and their labels end with a note that says so.
  const label = (key: string) => {
    const name = words(`incident_form_${key}_label`).replaceAll(/[?.]/gu, String.raw`\$&`);
    return page.getByLabel(new RegExp(`^${name}(?: ?\\(.+\\))?$`, "u"));
  };
  const tick = (name: string) => page.getByRole("checkbox", { name, exact: true }).press("Space");
  const save = page.getByRole("button", { name: words("incident_save"), exact: true });
  const saved = page.getByText(words("incident_saved"), { exact: true });

  // In the first hour not much is known.
  await label("title").fill("Envoi au mauvais concessionnaire");
  await label("circumstances").fill("Les réponses d’une demande ont été envoyées ailleurs.");
  await save.click();
  await saved.waitFor();
  await page.getByText(words("incident_duties_not_assessed")).waitFor();

  // A risk needs its three reasons; what was typed is not lost.
  await label("risk").selectOption("real");
  await tick(words("vocabulary_data_class_sin"));
  await tick("Québec");
  await label("people").fill("12");
  await save.click();
  await page.getByRole("link", { name: words("incident_form_sensitivity_error_needed") }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await label("people").inputValue()).toBe("12");
  await label("sensitivity").fill("Numéros d’assurance sociale.");
  await label("consequences").fill("Vol d’identité.");
  await label("likelihood").fill("Faible.");
  await save.click();
  await saved.waitFor();
  await page.getByText(words("incident_duty_cai")).waitFor();

  for (const [letter, to] of [
    ["opc", "Commissariat à la protection de la vie privée du Canada"],
    ["cai", "Commission d’accès à l’information"],
    ["people", words("incident_letter_people_to")],
  ] as const) {
    const name = `${words(`incident_letter_${letter}`)}, ${words("incident_letter_fr")}`;
    await page.getByRole("link", { name }).click();
    const paper = page.getByRole("article");
    await paper.getByText(to, { exact: true }).waitFor();
    expect(await paper.getAttribute("lang")).toBe("fr-CA");
    expect(await paper.textContent()).toContain("ont été envoyées ailleurs");
    // What is not filled in yet is visible, also in print.
    expect(await paper.getByText(/^\[À remplir/u).count()).toBeGreaterThan(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: words("privacy_request_letter_back") }).click();
  }

  await label("closed_on").fill(today());
  await save.click();
  await page.getByRole("link", { name: words("incident_form_closed_on_error_untold") }).waitFor();
  for (const who of ["opc", "cai", "people"]) await label(`${who}_told_on`).fill(today());
  await save.click();
  await saved.waitFor();
  await page.getByRole("link", { name: words("incident_back") }).click();
  await page.getByRole("heading", { name: words("incident_closed_title") }).waitFor();
  await page.getByRole("link", { name: "Envoi au mauvais concessionnaire" }).waitFor();
  await page.goto("/fr/staff/retention");
  await page.getByRole("rowheader", { name: words("retention_incidents") }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});
