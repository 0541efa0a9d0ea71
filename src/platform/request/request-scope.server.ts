import { AsyncLocalStorage } from "node:async_hooks";
import type { LeadSource } from "#values/lead-source.ts";
import type { SignedInUser } from "./visitor.server.ts";

/** Who sent the request and from where, for records that are written deep in the call stack. */
type RequestScope = {
  user: Pick<SignedInUser, "id" | "role"> | null;
  /** The address in front of the trusted proxies. */
  ipAddress: string;
  /** SHA-256 (hex) of the visitor cookie. */
  visitorHash?: string;
  /**
   * They sent something other than GET or HEAD within the last two minutes
   * (server/recent-writers.ts).
   */
  hasWritten?: boolean;
  /** Where they came from, for the lead that they send; null if they wish no such thing noted. */
  leadSource?: LeadSource | null;
};

const current = new AsyncLocalStorage<RequestScope>();

/** Runs the work of one request with its scope. */
export function withinRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return current.run(scope, work);
}

/** Null outside of a request: in a scheduled job, a command or a unit test. */
export function findRequestScope(): RequestScope | null {
  return current.getStore() ?? null;
}
