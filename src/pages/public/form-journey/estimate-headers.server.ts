import { writeEstimateCookie } from "#domain/credit-application/estimate-cookie.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

/**
 * The headers of a request's own page: whoever came by their private link, in another browser than
 * the one that sent it, sees the same rate in the rest of this one.
 */
export function buildEstimateHeaders(
  args: PageArgs,
  { reference, isByLink }: { reference: string; isByLink: boolean },
): ResponseInit {
  if (!isByLink) return {};
  return { headers: { "set-cookie": writeEstimateCookie(readVisitor(args).origin, reference) } };
}
