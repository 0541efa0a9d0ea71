import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { m } from "#messages/messages.js";
import { EnglishChoice } from "#pages/public/form-journey/english-choice.tsx";
import { Button, buttonClass } from "#ui/button.tsx";
import { FrenchFirst } from "#ui/french-first.tsx";
import { Link } from "#ui/link.tsx";
import { useModalPage } from "#ui/modal-page.ts";
import type { TermsSection } from "#domain/sell-request/sell-terms.ts";
import type { TermsPanelData } from "./sell-car-wizard.server.ts";

type TermsProps = Pick<TermsPanelData, "sections" | "french"> & { cancelHref: string };

/** The terms as a page, for a person who cannot accept them yet. */
export function TermsToRead({ sections, french, cancelHref }: TermsProps) {
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.sell_car_terms_title()}</h1>
      </div>
      {french && <TermsInFrench french={french} />}
      <TermsSections sections={sections} />
      <Link className={`${buttonClass({ variant: "ghost" })} mt-8`} to={cancelHref}>
        {m.sell_car_terms_back()}
      </Link>
    </div>
  );
}

/**
 * The terms modal of SPEC.md §2. It is part of the page, and becomes modal over the step with
 * JavaScript; Cancel, Esc and a click outside lead back to the step.
 */
export function TermsDialog({
  sections,
  french,
  cancelHref,
  isEnglishMissing,
}: TermsProps & { isEnglishMissing: boolean }) {
  const { title, dialogProps } = useModalPage(cancelHref, { leavesOnScrim: true });
  const isLeaving = useNavigation().state !== "idle";
  return (
    <dialog
      {...dialogProps}
      className="dialog dialog--wide terms-dialog"
      aria-labelledby="terms-title"
    >
      <h1 id="terms-title" ref={title} tabIndex={-1}>
        {m.sell_car_terms_title()}
      </h1>
      <p className="muted mt-2 mb-4">{m.sell_car_terms_lead()}</p>
      {/* A part that scrolls must be reachable by keys. */}
      <div className="dialog__scroll" tabIndex={0} role="group" aria-labelledby="terms-title">
        {french && <TermsInFrench french={french} />}
        <TermsSections sections={sections} />
      </div>
      <Form method="post" className="dialog__foot">
        {french && <EnglishChoice isTicked={french.isEnglishChosen} isMissing={isEnglishMissing} />}
        <Link className={buttonClass({ variant: "ghost", size: "lg" })} to={cancelHref}>
          {m.sell_car_terms_cancel()}
        </Link>
        <Button type="submit" size="lg" busy={isLeaving}>
          {m.sell_car_terms_accept()}
        </Button>
      </Form>
    </dialog>
  );
}

function TermsInFrench({ french }: { french: NonNullable<TermsProps["french"]> }) {
  return (
    <div className="mb-8">
      <FrenchFirst href={french.href}>
        <TermsSections sections={french.sections} />
      </FrenchFirst>
    </div>
  );
}

/** The six sections. */
function TermsSections({ sections }: Pick<TermsProps, "sections">) {
  return (
    <div className="prose">
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          <p>
            <LinkedText {...section} />
          </p>
        </section>
      ))}
    </div>
  );
}

/** A text with its links. */
function LinkedText({ text, links = [] }: Pick<TermsSection, "text" | "links">): ReactNode {
  const [link, ...others] = links;
  const at = link ? text.indexOf(link.words) : -1;
  if (!link || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      {link.to.startsWith("/") ? (
        <Link to={link.to}>{link.words}</Link>
      ) : (
        <a href={link.to}>{link.words}</a>
      )}
      <LinkedText text={text.slice(at + link.words.length)} links={others} />
    </>
  );
}
