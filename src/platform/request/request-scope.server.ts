import { AsyncLocalStorage } from "node:async_hooks";
import type { SignedInUser } from "./visitor.server.ts";

/** Who asks and from where, for what goes on record however deep the work lies that does it. */
type RequestScope = {
  user: Pick<SignedInUser, "id" | "role"> | null;
  /** As seen past the trusted proxies. */
  ipAddress: string;
  /** SHA-256 (hex) of the visitor cookie. */
  visitorHash?: string;
  /** They sent something within the last two minutes (server/recent-writers.ts). */
  hasWritten?: boolean;
};

const current = new AsyncLocalStorage<RequestScope>();

/** Does the work of one request. */
export function withinRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return current.run(scope, work);
}

/** Null outside of a request: in a job by the clock, a command, a test of a part. */
export function findRequestScope(): RequestScope | null {
  return current.getStore() ?? null;
}
