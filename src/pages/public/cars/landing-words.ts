import type { LandingFacts } from "#domain/search/landing.server.ts";
import type { LandingSubject } from "#domain/search/landing.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatKm, formatNumber } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { provinceName } from "#values/province.ts";
import type { BodyType } from "#values/vehicle.ts";

/** As they stand in the middle of a sentence. */
const BODY_TYPES_MANY: Readonly<Record<BodyType, () => string>> = {
  suv: m.landing_body_suv,
  sedan: m.landing_body_sedan,
  coupe: m.landing_body_coupe,
  hatchback: m.landing_body_hatchback,
  truck: m.landing_body_truck,
  minivan: m.landing_body_minivan,
};

/** "SUVs", "Toyota RAV4", "Toronto, Ontario": what a link to the page says. */
export function nameLanding(subject: LandingSubject): string {
  const locale = getLocale();
  switch (subject.kind) {
    case "bodyType":
      return capitalize(nameBodyTypes(subject.bodyType));
    case "make":
      return subject.make;
    case "model":
      return `${subject.make} ${subject.model}`;
    case "province":
      return provinceName(subject.provinceCode, locale);
    case "city":
      return m.landing_city({
        city: subject.city,
        province: provinceName(subject.provinceCode, locale),
      });
  }
}

/** "SUVs", "sedans". */
export function nameBodyTypes(bodyType: BodyType): string {
  return BODY_TYPES_MANY[bodyType]();
}

/** "Used Toyota RAV4 for sale", "Used cars in Toronto, Ontario". */
export function titleLanding(subject: LandingSubject): string {
  if (subject.kind === "province" || subject.kind === "city")
    return m.cars_title_where({ where: m.cars_where_in({ place: nameLanding(subject) }) });
  const name = subject.kind === "bodyType" ? nameBodyTypes(subject.bodyType) : nameLanding(subject);
  return capitalize(m.cars_title_subject({ subject: name }));
}

/** In French a title begins with its subject. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What is true of the cars today, as whole sentences. */
export function describeLanding(facts: LandingFacts): string {
  const locale = getLocale();
  const { count, minCad, maxCad, medianCad, medianKm, listedDays, sold } = facts;
  const price = (amountCad: number) => formatCad(amountCad, locale);
  const km = formatKm(medianKm, locale);
  const many = { count: formatNumber(count, locale), median: price(medianCad), km };
  const sentences = [
    count === 1
      ? m.landing_facts_one({ price: price(minCad), km })
      : minCad === maxCad
        ? m.landing_facts_one_price({ ...many, price: price(minCad) })
        : m.landing_facts({ ...many, min: price(minCad), max: price(maxCad) }),
    describeTime(count, listedDays, sold),
  ];
  return sentences.join(" ");
}

function describeTime(count: number, listedDays: number, sold: LandingFacts["sold"]): string {
  if (sold) {
    const sales = formatNumber(sold.count, getLocale());
    return m.landing_sold({ count: sales, days: formatDays(sold.days) });
  }
  const days = formatDays(listedDays);
  return count === 1 ? m.landing_listed_one({ days }) : m.landing_listed({ days });
}

export function formatDays(count: number): string {
  return count === 1
    ? m.landing_day()
    : m.landing_days({ count: formatNumber(count, getLocale()) });
}
