import { sql } from "drizzle-orm";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Progress } from "#forms/gates.ts";
import { firstOpenDestination } from "#forms/steps.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { calendarDay } from "#values/format.ts";
import { BEGUN, SENT } from "./form-progress.ts";
import { formProgressTable } from "./form-progress.table.ts";

/** How many steps of a form are complete, one after the other from its first. */
export function countDoneSteps(form: FormDeclaration, progress: Progress): number {
  const open = firstOpenDestination(form, progress);
  if (!open) return form.steps.length;
  const slug = "step" in open ? open.step.slug : open.gate.before;
  return form.steps.findIndex((step) => step.slug === slug);
}

/**
 * Counts that one more person came from a number of complete steps to a greater one. `from` is null
 * if they have just begun.
 */
export async function countProgress(
  transaction: Transaction,
  form: FormDeclaration,
  { from, to }: { from: number | null; to: number },
): Promise<void> {
  const steps = form.steps.slice(from ?? 0, Math.max(to, from ?? 0)).map(({ slug }) => slug);
  await countPoints(transaction, form.name, from === null ? [BEGUN, ...steps] : steps);
}

/** Counts that one more person sent a form that they had begun on our pages. */
export async function countSent(transaction: Transaction, formName: string): Promise<void> {
  await countPoints(transaction, formName, [SENT]);
}

async function countPoints(
  transaction: Transaction,
  formName: string,
  points: readonly string[],
): Promise<void> {
  if (points.length === 0) return;
  const day = calendarDay(now());
  // In one order for everybody, so that two transactions never wait for each other's row.
  const rows = points.toSorted().map((point) => ({ day, formName, point, people: 1 }));
  const { people, ...key } = formProgressTable;
  await transaction
    .insert(formProgressTable)
    .values(rows)
    .onConflictDoUpdate({
      target: [key.day, key.formName, key.point],
      set: { people: sql`${people} + 1` },
    });
}
