import type { LandingFacts } from "#domain/landing/landing-queries.server.ts";
import type { LandingSubject } from "#domain/landing/landing.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatKm, formatNumber } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { capitalize, nameBodyTypes, nameLanding } from "#domain/landing/landing-name.ts";

/** "Used Toyota RAV4 for sale", "Used cars in Toronto, Ontario". */
export function titleLanding(subject: LandingSubject): string {
  if (subject.kind === "province" || subject.kind === "city")
    return m.cars_title_where({ where: m.cars_where_in({ place: nameLanding(subject) }) });
  const name = subject.kind === "bodyType" ? nameBodyTypes(subject.bodyType) : nameLanding(subject);
  return capitalize(m.cars_title_subject({ subject: name }));
}

/** Sentences with the facts of the cars today. */
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

/** The same, short enough for a search engine. */
export function describeForSearch(title: string, facts: LandingFacts): string {
  const locale = getLocale();
  const { count, minCad, maxCad, medianCad, medianKm } = facts;
  return m.landing_description({
    title,
    count: formatNumber(count, locale),
    min: formatCad(minCad, locale),
    max: formatCad(maxCad, locale),
    median: formatCad(medianCad, locale),
    km: formatKm(medianKm, locale),
  });
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
