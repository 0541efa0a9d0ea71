import { AsyncLocalStorage } from "node:async_hooks";
import { findStoreFault, type StoreFault } from "./store-fault.ts";

const current = new AsyncLocalStorage<{ fault: StoreFault | null }>();

/**
 * Does the work of one request, and returns the storage fault that it met; null if there was none.
 */
export async function withStoreFaults(work: () => Promise<void>): Promise<StoreFault | null> {
  const met: { fault: StoreFault | null } = { fault: null };
  await current.run(met, work);
  return met.fault;
}

/**
 * Called with an error that ends a request. Returns true if the error is a storage fault, so that
 * neither the request nor the site is wrong. The request is then answered as an outage; the code
 * that watches the database or disk logs it.
 */
export function noteStoreFault(error: unknown): boolean {
  const fault = findStoreFault(error);
  const met = current.getStore();
  if (fault && met) met.fault = fault;
  return fault !== null;
}
