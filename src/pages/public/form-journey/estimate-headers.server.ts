import { writeEstimateCookie } from "#domain/credit-application/estimate-cookie.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

/**
 * The headers of a request's own page. If its sender came by their private link, in another browser
 * than the one that sent it, the other pages show the same rate in this browser too.
 */
export function buildEstimateHeaders(
  args: PageArgs,
  { reference, isByLink }: { reference: string; isByLink: boolean },
): ResponseInit {
  if (!isByLink) return {};
  return { headers: { "set-cookie": writeEstimateCookie(readVisitor(args).origin, reference) } };
}
