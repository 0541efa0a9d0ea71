const PROGRAMS = /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|^$/i;

/** Whether a person seems to look: no program that says that it is one, no page loaded on a guess. */
export function isPersonsVisit(headers: Headers): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  return !/prefetch|prerender/i.test(purpose) && !PROGRAMS.test(headers.get("user-agent") ?? "");
}
