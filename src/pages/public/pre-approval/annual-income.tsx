import { useEffect, useRef } from "react";
import { computeAnnualIncome } from "#domain/pre-approval/income.ts";
import { m } from "#messages/messages.js";
import { readNumber } from "#values/number-reading.ts";

/**
 * Keeps the year's income in step with the hourly or monthly pay beside it, until somebody writes it
 * themselves. Without script it is typed, as its hint says.
 */
export function AnnualIncomeFill() {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = note.current?.closest("form");
    if (!form) return;
    const control = (name: string) => {
      const found = form.elements.namedItem(name);
      return found instanceof HTMLInputElement ? found : null;
    };
    const annual = control("annualIncome");
    // An answer of before stands until the pay beside it changes.
    let isOwn = false;
    const follow = (event: Event) => {
      if (!annual || !(event.target instanceof HTMLInputElement)) return;
      if (event.target === annual) isOwn = event.isTrusted || isOwn;
      if (isOwn || !FOLLOWED.includes(event.target.name)) return;
      const read = (name: string) => {
        const reading = readNumber(control(name)?.value ?? "", { min: 0 });
        return reading.ok ? reading.value : undefined;
      };
      const [hourlyWage, hoursPerWeek, monthlyPay] = FOLLOWED.map(read);
      const computed = computeAnnualIncome({
        ...(hourlyWage !== undefined && { hourlyWage }),
        ...(hoursPerWeek !== undefined && { hoursPerWeek }),
        ...(monthlyPay !== undefined && { monthlyPay }),
      });
      if (computed !== null) annual.value = String(computed);
    };
    form.addEventListener("input", follow);
    return () => form.removeEventListener("input", follow);
  }, []);
  return (
    <p ref={note} className="small muted mt-3">
      {m.pre_approval_income_follows()}
    </p>
  );
}

const FOLLOWED = ["hourlyWage", "hoursPerWeek", "monthlyPay"];
