import type { ReactNode } from "react";
import { useSearchParams } from "react-router";

/**
 * A page that lists things and has a form for one of them: its title, what it is for, and after
 * `?done=saved` that the form was saved.
 */
export function ListPage(props: {
  title: string;
  text: string;
  /** What else belongs to the head. */
  head?: ReactNode;
  saved: string;
  /** A post was answered on this page, which says more than the address. */
  isAnswered: boolean;
  children: ReactNode;
}) {
  const { title, text, head, saved, isAnswered, children } = props;
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{title}</h1>
        <p className="muted mt-2">{text}</p>
        {head}
      </div>
      {query.get("done") === "saved" && !isAnswered && (
        <p className="notice notice--ok" role="status">
          {saved}
        </p>
      )}
      {children}
    </div>
  );
}

/** The form of one thing, or of a new one. */
export function FormCard(props: { id: string; title: string; text?: string; children: ReactNode }) {
  const { id, title, text, children } = props;
  return (
    <section className="card p-6" aria-labelledby={id}>
      <h2 id={id} className={text ? "mb-2 text-h3" : "mb-4 text-h3"}>
        {title}
      </h2>
      {text && <p className="small muted mb-4 wrap-anywhere">{text}</p>}
      {children}
    </section>
  );
}
