import { AsyncLocalStorage } from "node:async_hooks";
import { findStoreFault, type StoreFault } from "./store-fault.ts";

const current = new AsyncLocalStorage<{ fault: StoreFault | null }>();

/** Does the work of one request, and answers whether it met a fault of what stores. */
export async function withStoreFaults(work: () => Promise<void>): Promise<StoreFault | null> {
  const met: { fault: StoreFault | null } = { fault: null };
  await current.run(met, work);
  return met.fault;
}

/**
 * Where a request's error ends. True where nothing is wrong with the request or with us: it is then
 * answered as an outage, and said in the log by whoever watches what is away.
 */
export function noteStoreFault(error: unknown): boolean {
  const fault = findStoreFault(error);
  const met = current.getStore();
  if (fault && met) met.fault = fault;
  return fault !== null;
}
