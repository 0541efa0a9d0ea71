import { data } from "react-router";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { postedFields } from "#pages/public/form-journey/posted-fields.server.ts";
import { reportListing } from "#domain/listing/listing-report.server.ts";
import type { ReportProblem } from "#domain/listing/listing-report.ts";

/** Generous by address, which an office shares; a person sends one or two. */
const REPORTS_BY_ADDRESS: RateLimit = { name: "reports by address", most: 30, windowMs: 3_600_000 };

export type ReportAnswer = {
  isSent: boolean;
  isTooMany: boolean;
  problems: ReportProblem[];
  typed: { reason: string; details: string };
};

export async function answerReportPost({ request, context }: PageArgs, listingId: string) {
  const { user, ipAddress, locale } = visitorOf(context);
  const raw = await postedFields(request);
  const typed = { reason: rawValue(raw, "reason"), details: rawValue(raw, "details") };
  const answer = (part: Partial<ReportAnswer>, status: number, headers = {}) =>
    data<ReportAnswer>(
      { isSent: false, isTooMany: false, problems: [], typed, ...part },
      { status, headers },
    );
  const limit = countAgainst(REPORTS_BY_ADDRESS, ipAddress);
  if (!limit.ok) {
    return answer({ isTooMany: true }, 429, { "retry-after": String(limit.retryAfterSeconds) });
  }
  const result = await reportListing({ ...typed, listingId, locale, userId: user?.id ?? null });
  if (result.ok) return answer({ isSent: true }, 200);
  if (result.code === "put_right") return answer({ problems: result.problems }, 422);
  throw data(null, { status: 404 });
}
