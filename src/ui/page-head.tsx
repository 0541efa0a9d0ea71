import type { ReactNode } from "react";

/** The heading of a text page, and the sentence under it. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children?: ReactNode;
}) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </div>
  );
}
