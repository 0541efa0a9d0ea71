import { type ReactNode, useId } from "react";

/** One section of the account: its heading, a sentence, and its controls. */
export function SectionCard(props: { title: string; text?: string; children?: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card p-6 mb-6 max-w-190">
      <h2 id={id} className="text-h3">
        {props.title}
      </h2>
      {props.text && <p className="muted mt-1">{props.text}</p>}
      <div className="mt-4">{props.children}</div>
    </section>
  );
}
