import { describeOnCard } from "#domain/declaration/describe-on-card.ts";
import type { FoundLead } from "#domain/lead/lead-queries.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPublicCards } from "#domain/listing/listing-queries.server.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { m } from "#messages/messages.js";
import { findMatches } from "#pages/public/pre-approval/find-matches.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatCarName } from "#values/car-name.ts";
import { formatKm, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";

/** So many cars are sent at once: more is a catalogue. */
const MOST_SENT = 3;

/** The cars that the sender of a pre-approval sees; null for a lead of another form. */
export type LeadCarsView = {
  /** Here rather than in the page's script, which is at its limit. */
  words: Record<"title" | "intro" | "none" | "write", string>;
  cars: readonly {
    id: string;
    name: string;
    price: string;
    text: string;
    pick: string;
    isTicked: boolean;
  }[];
} | null;

/** Searched now, as the sender's own page searches: a car that was sold since is not among them. */
export async function loadLeadCars(
  { submission }: FoundLead,
  picked: readonly string[],
  locale: Locale,
): Promise<LeadCarsView> {
  if (submission.formName !== preApprovalForm.name) return null;
  const { answers } = parseStored(preApprovalForm, submission.answers);
  const best = (await findMatches(answers, {}))?.cars.best ?? [];
  const isTicked = ({ id }: ListingCardFacts, at: number) =>
    picked.length > 0 ? picked.includes(id) : at < MOST_SENT;
  return {
    words: {
      title: m.lead_cars_title({}, { locale }),
      intro: m.lead_cars_text({}, { locale }),
      none: m.lead_cars_none({}, { locale }),
      write: m.lead_cars_write({}, { locale }),
    },
    cars: best.map((car, at) => ({
      id: car.id,
      name: formatCarName(car, locale),
      pick: m.lead_cars_pick({ car: formatCarName(car, locale) }, { locale }),
      price: formatCad(car.priceCad, locale),
      text: describeFacts(car, locale),
      isTicked: isTicked(car, at),
    })),
  };
}

/** Its kilometres, its town, and what its seller declared. */
function describeFacts(car: ListingCardFacts, locale: Locale): string {
  return [formatKm(car.odometerKm, locale), car.city, describeOnCard(car, locale)]
    .filter(Boolean)
    .join(" · ");
}

type Recipient = Pick<FoundLead["lead"], "firstName" | "locale">;

/** An e-mail about the picked cars in the sender's language, with a link to each; null for none. */
export async function writeCarsMail(
  picked: readonly string[],
  { firstName, locale }: Recipient,
  { myName, origin }: { myName: string; origin: string },
): Promise<{ subject: string; text: string } | null> {
  const cars = (await findPublicCards(picked)).slice(0, MOST_SENT);
  if (cars.length === 0) return null;
  const options = { locale };
  const greeting = firstName
    ? m.mail_greeting({ name: firstName }, options)
    : m.mail_greeting_nameless({}, options);
  const lines = cars.map((car) => {
    const name = formatCarName(car, locale);
    const link = origin + hrefIn(paths.listing(car.id), locale);
    return `${name} · ${formatCad(car.priceCad, locale)} · ${describeFacts(car, locale)}\n${link}`;
  });
  const end = m.lead_cars_mail_end({ phone: formatPhone(site.phone, locale) }, options);
  const signature = [myName, site.name].filter(Boolean).join("\n");
  return {
    subject: m.lead_cars_mail_subject({}, options),
    text: [greeting, m.lead_cars_mail_intro({}, options), ...lines, end, signature].join("\n\n"),
  };
}
