import type { ReactNode } from "react";
import { PageHead } from "./page-head.tsx";

/** A page for one task: its heading, a sentence, and a card, in the middle of the screen. */
export function NarrowPage(props: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="page-width page">
      <div className="mx-auto max-w-130">
        <PageHead title={props.title} lead={props.lead} />
        <div className="card p-6">{props.children}</div>
      </div>
    </div>
  );
}
