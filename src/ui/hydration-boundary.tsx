import { type ReactNode, Suspense } from "react";

/**
 * A part of a page that hydrates on its own (React's selective hydration). A press during hydration
 * then waits only for the pressed part and the parts around it, and not for the whole page, which
 * React would otherwise hydrate in one task. No ref or effect of an outer component may reach into
 * it, because that component hydrates first. Put it inside a memo if a press renders the component
 * around it again, since a part must be hydrated before it can change.
 */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  // Nothing inside waits for data, so the fallback is never shown.
  return <Suspense fallback={null}>{children}</Suspense>;
}
