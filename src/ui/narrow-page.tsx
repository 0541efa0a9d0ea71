import type { ReactNode } from "react";

/** A page that asks for one thing: its heading, why, and a card. */
export function NarrowPage(props: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="page-width page">
      <div className="page-head">
        <h1>{props.title}</h1>
        {props.lead && <p>{props.lead}</p>}
      </div>
      <div className="card p-6 max-w-130">{props.children}</div>
    </div>
  );
}
