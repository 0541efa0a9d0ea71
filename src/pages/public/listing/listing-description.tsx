import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { languageTag } from "#values/locale.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";

/** In the seller's words and language, which is said where it is not the page's. */
export function ListingDescription({ listing }: { listing: ListingDetails }) {
  const language = listing.descriptionLocale;
  const languageName = { en: m.listing_language_en, fr: m.listing_language_fr }[language]();
  return (
    <section aria-labelledby="description">
      <h2 id="description" className="mt-12 text-[28px]">
        {m.listing_description()}
      </h2>
      <p lang={languageTag[language]} className="muted mt-3 max-w-[42em] whitespace-pre-line">
        {listing.description}
      </p>
      {language !== getLocale() && (
        <p className="xs muted mt-2">{m.listing_description_other({ language: languageName })}</p>
      )}
    </section>
  );
}
