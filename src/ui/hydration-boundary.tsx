import { type ReactNode, Suspense } from "react";

/**
 * A part of a page that comes to life for itself (React's selective hydration). A press that comes
 * meanwhile waits for the part it fell on and what is around that, and not for the whole page, which
 * React otherwise brings to life in one go for its sake. Nothing in it may be reached by a ref or an
 * effect of a component outside: that one comes to life before it. It stands inside a memo where what
 * is around it is drawn anew by a press, since a part that is to change must come to life first.
 */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  // Nothing in it waits for data, so what stands in its place is never seen.
  return <Suspense fallback={null}>{children}</Suspense>;
}
