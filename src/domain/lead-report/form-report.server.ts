import { and, gte, lte, sum } from "drizzle-orm";
import { formProgressTable } from "#domain/form-progress/form-progress.table.ts";
import { BEGUN, SENT } from "#domain/form-progress/form-progress.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { db } from "#platform/database/database.server.ts";
import type { ReportPeriod } from "./report-period.ts";

/** How many people came to a point of a form, and how many of them went no further. */
export type FormPoint = { point: string; people: number; left: number };

/** Each form that somebody began in a period, with its points in their order. */
export async function listFormPoints(
  period: ReportPeriod,
  findForm: (name: string) => FormDeclaration | undefined,
): Promise<{ form: FormDeclaration; points: FormPoint[] }[]> {
  const { day, formName, point, people } = formProgressTable;
  const rows = await db()
    .select({ formName, point, people: sum(people).mapWith(Number) })
    .from(formProgressTable)
    .where(and(gte(day, period.from), lte(day, period.to)))
    .groupBy(formName, point)
    .orderBy(formName, point);
  const names = [...new Set(rows.map((row) => row.formName))];
  return names.flatMap((name) => {
    const form = findForm(name);
    if (!form) return [];
    const counted = new Map(
      rows.filter((row) => row.formName === name).map((row) => [row.point, row.people]),
    );
    return [{ form, points: listPoints(form, counted) }];
  });
}

/**
 * The points of a form in their order. People who began before the period, or who have not gone on
 * yet, make the numbers differ a little; no number is below zero.
 */
export function listPoints(
  form: FormDeclaration,
  counted: ReadonlyMap<string, number>,
): FormPoint[] {
  const points = [BEGUN, ...form.steps.map(({ slug }) => slug), SENT];
  return points.map((point, at) => {
    const people = counted.get(point) ?? 0;
    const next = points[at + 1];
    const left = next === undefined ? 0 : Math.max(0, people - (counted.get(next) ?? 0));
    return { point, people, left };
  });
}
