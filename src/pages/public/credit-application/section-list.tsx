import { Check } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { m } from "#messages/messages.js";
import { afterPaint } from "#ui/after-paint.ts";
import type { CreditSection } from "./credit-application.server.ts";

export const sectionId = (slug: string) => `section-${slug}`;

/** The sections in order, always visible: which are complete, and a link to each. */
export function SectionList({
  sections,
  complete,
}: {
  sections: readonly CreditSection[];
  complete: ReadonlySet<string>;
}) {
  const list = useRef<HTMLOListElement>(null);
  const current = useCurrentSection(list);
  return (
    <nav aria-label={m.credit_application_sections()}>
      <ol ref={list} className="credit-form__list">
        {sections.map(({ view: { slug }, title, isOptional }, index) => {
          const isComplete = complete.has(slug);
          return (
            <li key={slug}>
              <a
                href={`#${sectionId(slug)}`}
                data-complete={isComplete}
                aria-current={slug === current ? "location" : undefined}
              >
                <span className="credit-form__number figures" aria-hidden>
                  {isComplete ? <Check className="icon size-4" /> : index + 1}
                </span>
                {title}
                {isComplete ? (
                  <span className="sr-only">{m.credit_application_section_complete()}</span>
                ) : (
                  isOptional && <em>{m.forms_optional()}</em>
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The section in view: on a phone the list scrolls along with it. */
function useCurrentSection(list: RefObject<HTMLOListElement | null>): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        const entered = entries.findLast(({ isIntersecting }) => isIntersecting);
        if (entered?.target instanceof HTMLElement)
          setCurrent(entered.target.dataset["section"] ?? null);
      },
      // A section is current once it passes the upper third of the window.
      { rootMargin: "-30% 0px -65% 0px" },
    );
    for (const section of document.querySelectorAll("[data-section]")) seen.observe(section);
    return () => seen.disconnect();
  }, []);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>("[aria-current]");
    // Scrolls only the list: `scrollIntoView` would move the page too.
    if (link) list.current?.scrollTo({ left: link.offsetLeft - 16 });
  }, [list, current]);
  return current;
}

type Counting = {
  form: RefObject<HTMLFormElement | null>;
  /** The slugs of complete sections. */
  complete: ReadonlySet<string>;
  /** Checks the form again. */
  count: () => void;
};

/** From the server first, then from the form in the browser. */
export function useCompleteSections(sections: readonly CreditSection[]): Counting {
  const form = useRef<HTMLFormElement>(null);
  const [complete, setComplete] = useState<ReadonlySet<string>>(
    () => new Set(sections.flatMap((each) => (each.isComplete ? [each.view.slug] : []))),
  );
  const isCounting = useRef(false);
  const check = useCallback(() => {
    isCounting.current = false;
    const parts = form.current?.querySelectorAll<HTMLElement>("[data-section]") ?? [];
    const done = [...parts].filter(isComplete).map((part) => part.dataset["section"] ?? "");
    setComplete((before) =>
      done.length === before.size && done.every((slug) => before.has(slug))
        ? before
        : new Set(done),
    );
  }, []);
  // Checked after the next frame, so that typing is not delayed and several keys need one check.
  const count = useCallback(() => {
    if (isCounting.current) return;
    isCounting.current = true;
    afterPaint(check);
  }, [check]);
  // The browser restores the fields of a form when a person returns.
  useEffect(count, [count]);
  return { form, complete, count };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isComplete(section: HTMLElement): boolean {
  const controls = [...section.querySelectorAll<Control>("input, select, textarea")].filter(
    (control) => control.willValidate,
  );
  return controls.some(isFilled) && controls.every((control) => control.validity.valid);
}

function isFilled(control: Control): boolean {
  const isChoice = control instanceof HTMLInputElement && /^(radio|checkbox)$/u.test(control.type);
  return isChoice ? control.checked : control.value.trim() !== "";
}
