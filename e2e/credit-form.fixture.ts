import type { Locator, Page } from "playwright-core";
import { creditApplicationForm as form } from "#domain/credit-application/credit-application.form.ts";
import { snakeCase } from "#forms/questions/option-words.ts";

type Say = (key: string) => string;

/** The credit application's page; questions are found by section and label in one language. */
export function creditForm(page: Page, say: Say) {
  return {
    /** The control of a question, by its name in SPEC.md §3. */
    control: (name: string) => findControl(page, say, name),
    /** One choice of a question. */
    option: (name: string, code: string) =>
      findGroup(page, say, name).getByRole("radio", {
        name: say(optionKey(name, code)),
        exact: true,
      }),
    fillIn: async (answers: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(answers)) await fill(page, say, name, value);
    },
  };
}

async function fill(page: Page, say: Say, name: string, value: string): Promise<void> {
  const { question } = findQuestion(name);
  switch (question.kind) {
    case "date": {
      const [year = "", month = "", day = ""] = value.split("-");
      const group = findGroup(page, say, name);
      for (const [part, text] of Object.entries({ day, month, year }))
        await group.getByLabel(say(`forms_date_${part}`), { exact: true }).fill(text);
      return;
    }
    case "duration": {
      const group = findGroup(page, say, name);
      const [years, months] = [Math.floor(Number(value) / 12), Number(value) % 12];
      await group.getByLabel(say("forms_duration_years"), { exact: true }).fill(String(years));
      await group.getByLabel(say("forms_duration_months"), { exact: true }).fill(String(months));
      return;
    }
    case "choice":
      await creditForm(page, say).option(name, value).check();
      return;
    case "province":
      await findControl(page, say, name).selectOption(value);
      return;
    default:
      await findControl(page, say, name).fill(value);
  }
}

function findControl(page: Page, say: Say, name: string): Locator {
  return findSection(page, say, name).getByLabel(startsWith(labelOf(say, name)));
}

function findGroup(page: Page, say: Say, name: string): Locator {
  const role = findQuestion(name).question.kind === "choice" ? "radiogroup" : "group";
  return findSection(page, say, name).getByRole(role, { name: startsWith(labelOf(say, name)) });
}

function findSection(page: Page, say: Say, name: string): Locator {
  const { step } = findQuestion(name);
  const [only, ...more] = step.questions;
  const title =
    more.length === 0
      ? labelOf(say, only.name)
      : say(`${prefix}_step_${snakeCase(step.slug)}_title`);
  return page.getByRole("region", { name: title, exact: true });
}

function findQuestion(name: string) {
  for (const step of form.steps) {
    const question = step.questions.find((each) => each.name === name);
    if (question) return { step, question };
  }
  throw new Error(`The form has no question "${name}".`);
}

const prefix = form.messagePrefix;

const labelOf = (say: Say, name: string) => say(`${prefix}_${snakeCase(name)}_label`);

function optionKey(name: string, code: string): string {
  const { question } = findQuestion(name);
  const words =
    "optionWords" in question ? question.optionWords : `${prefix}_${snakeCase(name)}_option`;
  return `${words}_${code}`;
}

/** The whole label, with or without "(optional)". French labels contain special spaces. */
function startsWith(label: string): RegExp {
  const literal = label
    .replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
    .replaceAll(/\s/gu, String.raw`\s`);
  return new RegExp(`^${literal}( \\(|$)`, "u");
}
