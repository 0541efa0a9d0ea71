import type { ReactNode } from "react";

/** An empty list: why it is empty, and what to do instead. */
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
