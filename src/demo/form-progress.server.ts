import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { formProgressTable } from "#domain/form-progress/form-progress.table.ts";
import { BEGUN, SENT } from "#domain/form-progress/form-progress.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { db } from "#platform/database/database.server.ts";
import { calendarDay } from "#values/format.ts";

/** How many people begin each form in a week, and how many of a hundred go on from each point. */
const EXAMPLES: readonly { form: FormDeclaration; begin: number; goOn: number }[] = [
  { form: preApprovalForm, begin: 64, goOn: 97 },
  { form: sellCarForm, begin: 38, goOn: 91 },
  { form: creditApplicationForm, begin: 21, goOn: 94 },
];

const WEEKS = 8;
const WEEK_MS = 7 * 86_400_000;

/** Two months of people who came to some point of a form, for the demo's reports. */
export async function countDemoFormProgress(at: Date): Promise<void> {
  const rows = Array.from({ length: WEEKS }, (_, weeksAgo) => {
    const day = calendarDay(new Date(at.getTime() - weeksAgo * WEEK_MS));
    return EXAMPLES.flatMap(({ form, begin, goOn }) => {
      let people = begin + ((weeksAgo * 5) % 7);
      return [BEGUN, ...form.steps.map(({ slug }) => slug), SENT].map((point) => {
        const row = { day, formName: form.name, point, people };
        people = Math.round((people * goOn) / 100);
        return row;
      });
    });
  });
  await db().insert(formProgressTable).values(rows.flat()).onConflictDoNothing();
}
