import { m } from "#messages/messages.js";
import type { LeadProblem } from "./lead-post.server.ts";

const WORDS: Record<LeadProblem, () => string> = {
  not_found: m.staff_problem_not_found,
  nothing_to_save: m.staff_problem_nothing_to_save,
  note_too_long: m.staff_problem_note_too_long,
  note_unreadable: m.staff_problem_note_unreadable,
  changed_meanwhile: m.staff_problem_changed_meanwhile,
  not_retried: m.staff_problem_not_retried,
  not_understood: m.staff_problem_not_understood,
};

export function problemWords(problem: LeadProblem): string {
  return WORDS[problem]();
}
