import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useActionData } from "react-router";
import { m } from "#messages/messages.js";
import { useHydrated } from "./use-hydrated.ts";

/** One thing to put right: the id of its control, and the sentence shown under it. */
type SummarizedError = { id: string; message: string };

/**
 * What is wrong in a form, above it, each line a link to its field. Takes the focus each time the
 * server answers with errors, so that a screen reader hears them first.
 */
export function ErrorSummary({
  errors,
  children,
  result,
  question,
}: {
  errors: readonly SummarizedError[];
  /** A sentence in place of, or before, the list: for what no single field can put right. */
  children?: React.ReactNode;
  /** What brought the errors, by identity, where it is not the page's own action. */
  result?: unknown;
  /** The title where nothing is wrong, and the form asks one thing more before it goes on. */
  question?: string | undefined;
}) {
  const summary = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0 || Boolean(children);
  const actionData: unknown = useActionData();
  const answered = result ?? actionData;
  // Came with the page: the browser has gone there by `autofocus`, and whoever has typed since
  // must not be taken back when the page comes to life.
  const cameWithPage = useRef(!useHydrated());
  useEffect(() => {
    // By answer, not by `errors`: a list made anew with each drawing would take the focus each time.
    if (isShown && !cameWithPage.current && summary.current) goToSummary(summary.current);
    cameWithPage.current = false;
  }, [isShown, answered]);
  useTitleOfError(isShown && question === undefined, answered);
  if (!isShown) return null;
  return (
    <div
      className={question === undefined ? "error-summary" : "error-summary error-summary--question"}
      ref={summary}
      role="alert"
      tabIndex={-1}
      // Without script the browser itself goes here; with it, the effect above does.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is wrong comes first
      autoFocus
      aria-labelledby="error-summary-title"
      data-focus-quiet
    >
      <h2 id="error-summary-title">
        <CircleAlert className="icon" aria-hidden />
        {question ?? m.ui_error_summary_title()}
      </h2>
      {children}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ id, message }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => goToControl(event, id)}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * The page's name says it first, as the server's does where it names a page by an answer: a tab, a
 * history and a screen reader show no more of it.
 */
function useTitleOfError(isShown: boolean, answered: unknown): void {
  useEffect(() => {
    const own = document.title;
    if (!isShown || own.startsWith(m.forms_error_title({ title: "" }))) return;
    const title = m.forms_error_title({ title: own });
    document.title = title;
    return () => {
      if (document.title === title) document.title = own;
    };
  }, [isShown, answered]);
}

/** A browser puts the middle of what is higher than the window into its middle: the heading is then gone. */
function goToSummary(summary: HTMLElement) {
  summary.focus({ preventScroll: true });
  const isHigher = summary.offsetHeight > window.innerHeight / 2;
  summary.scrollIntoView({ block: isHigher ? "start" : "nearest" });
}

/** A fragment link scrolls but does not always focus, and it would enter the history. */
function goToControl(event: React.MouseEvent, id: string) {
  const control = document.getElementById(id);
  if (!control) return;
  event.preventDefault();
  const focusable = control.matches("input, select, textarea, button")
    ? control
    : (control.querySelector<HTMLElement>("input, select, textarea, button") ?? control);
  focusable.focus();
  control.scrollIntoView({ block: "center" });
}
