import type { ReactNode } from "react";

/** Nothing here yet: why, and what to do instead. */
export function EmptyState({
  title,
  picture,
  children,
}: {
  title: string;
  picture?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty-state">
      {picture}
      <h2 className="text-h3">{title}</h2>
      {children}
    </div>
  );
}
