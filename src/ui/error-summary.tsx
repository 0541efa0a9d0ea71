import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useActionData } from "react-router";
import { m } from "#messages/messages.js";
import { useHydrated } from "./use-hydrated.ts";

/** One error: the id of its control, and the sentence shown under it. */
type SummarizedError = { id: string; message: string };

/**
 * The errors of a form, above it, each a link to its field. Gets the focus each time the server
 * responds with errors, so that a screen reader reads them first.
 */
export function ErrorSummary({
  errors,
  children,
  result,
  question,
}: {
  errors: readonly SummarizedError[];
  /** A text in place of the list, or before it: for an error that belongs to no field. */
  children?: React.ReactNode;
  /** The result with the errors, compared by identity, if it is not the page's own action data. */
  result?: unknown;
  /** The title if nothing is wrong, but the form asks one more thing before it continues. */
  question?: string | undefined;
}) {
  const summary = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0 || Boolean(children);
  const actionData: unknown = useActionData();
  const answered = result ?? actionData;
  // The errors came with the document: `autofocus` has moved the focus already, and hydration must
  // not take it from a person who is typing.
  const cameWithPage = useRef(!useHydrated());
  useEffect(() => {
    // Depends on the result and not on `errors`: a new array on each render would take the focus
    // again.
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
      // For a page without a script; with a script, the effect above moves the focus.
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
 * The document's title begins with the error, as when the server sends it: a tab, the history and
 * screen readers show little more than the title.
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

/**
 * A browser scrolls the middle of an element that is higher than the window into view, which hides
 * its heading.
 */
function goToSummary(summary: HTMLElement) {
  summary.focus({ preventScroll: true });
  const isHigher = summary.offsetHeight > window.innerHeight / 2;
  summary.scrollIntoView({ block: isHigher ? "start" : "nearest" });
}

/**
 * A link to a fragment scrolls but does not always move the focus, and it would add to the history.
 */
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
