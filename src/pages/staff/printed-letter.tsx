import { Printer } from "lucide-react";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { Button } from "#ui/button.tsx";
import { command } from "#ui/command.ts";
import { Link } from "#ui/link.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { languageTag, type Locale } from "#values/locale.ts";

export type Letter = {
  /** The letter's own language, which may differ from the page's. */
  locale: Locale;
  date: string;
  /** Name and address, one line each. */
  to: readonly string[];
  subject: string;
  /**
   * A line break is kept; a heading precedes its part; a gap must be filled in before the letter is
   * sent.
   */
  paragraphs: readonly (string | { heading: string } | { gap: string })[];
};

/** A letter to print: sender, recipient, subject and text. */
export function PrintedLetter({ letter, back }: { letter: Letter; back: string }) {
  const { locale, date, to, subject, paragraphs } = letter;
  const isHydrated = useHydrated();
  const { privacyOfficer } = site;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link className="small" to={back}>
          {m.privacy_request_letter_back()}
        </Link>
        {isHydrated && (
          <Button {...command("print")}>
            <Printer className="icon" aria-hidden /> {m.form_journey_print()}
          </Button>
        )}
      </div>
      <article className="card p-6 sm:p-8 print:border-0" lang={languageTag[locale]}>
        <p>
          {site.legalName}
          <br />
          {site.streetAddress}
          <br />
          {site.city}, {site.provinceCode} {site.postalCode}
        </p>
        <p className="mt-6">{date}</p>
        {to.length > 0 && (
          <p className="mt-6">
            {to.map((line) => (
              <span key={line} className="block wrap-anywhere">
                {line}
              </span>
            ))}
          </p>
        )}
        <h1 className="mt-6 text-h3">{subject}</h1>
        {paragraphs.map((paragraph, index) =>
          typeof paragraph === "string" ? (
            <p key={index} className="mt-4 whitespace-pre-line wrap-anywhere">
              {paragraph}
            </p>
          ) : "gap" in paragraph ? (
            <p key={index} className="mt-4 whitespace-pre-line wrap-anywhere">
              <mark>{paragraph.gap}</mark>
            </p>
          ) : (
            <h2 key={index} className="mt-6 text-base">
              {paragraph.heading}
            </h2>
          ),
        )}
        <p className="mt-8">
          {privacyOfficer.name}
          <br />
          {privacyOfficer.email}
        </p>
      </article>
    </div>
  );
}
