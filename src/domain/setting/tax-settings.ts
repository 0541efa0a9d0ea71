import { z } from "zod";
import { readIsoDate } from "#values/calendar-date.ts";
import { formatCad } from "#values/money.ts";
import { formatPercent } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { readNumber } from "#values/number-reading.ts";
import { PROVINCES } from "#values/province.ts";
import type { Seller, TaxCode } from "#values/tax-rates.ts";
import type { TaxChange } from "#values/tax.ts";

export const SELLERS = ["dealer", "private"] as const satisfies readonly Seller[];
export const TAX_CODES = ["gst", "hst", "pst", "qst", "rst"] as const satisfies readonly TaxCode[];

const MOST_CHANGES = 100;
const MOST_STEPS = 10;
/** Twice the highest in force: British Columbia’s on a car above $150,000. */
const HIGHEST_PERCENT = 40;

/** Who publishes sales taxes: the governments, and the insurers that collect them on cars. */
const PUBLISHERS = [
  "canada.ca",
  "gc.ca",
  "alberta.ca",
  "gov.bc.ca",
  "icbc.com",
  "saskatchewan.ca",
  "sgi.sk.ca",
  "gov.mb.ca",
  "manitoba.ca",
  "mpi.mb.ca",
  "ontario.ca",
  "gouv.qc.ca",
  "quebec.ca",
  "revenuquebec.ca",
  "gnb.ca",
  "snb.ca",
  "novascotia.ca",
  "princeedwardisland.ca",
  "gov.nl.ca",
];

/** An https address of a government in Canada. */
export function isGovernmentAddress(typed: string): boolean {
  const { protocol, hostname, username, port } = URL.parse(typed) ?? {};
  return (
    protocol === "https:" &&
    username === "" &&
    port === "" &&
    PUBLISHERS.some((host) => hostname === host || hostname?.endsWith(`.${host}`))
  );
}

const percent = z.number().min(0).max(HIGHEST_PERCENT).multipleOf(0.001);
const steps = z
  .array(z.tuple([z.number().int().min(0), percent]))
  .min(2)
  .max(MOST_STEPS)
  // From zero, upwards.
  .refine((all) =>
    all.every(([fromCad], index) => (index === 0 ? fromCad === 0 : fromCad > all[index - 1]![0])),
  );
const day = z.string().refine((typed) => readIsoDate(typed).ok);

const taxChange = z.object({
  province: z.enum(PROVINCES),
  seller: z.enum(SELLERS),
  tax: z.enum(TAX_CODES),
  from: day,
  ratePercent: percent.or(steps),
  source: z.string().max(300).refine(isGovernmentAddress),
  checkedOn: day,
});

export const TAX_SETTINGS = {
  /** What differs from the taxes of this release, each from its first day on. */
  taxChanges: {
    group: "taxes",
    stored: z.array(taxChange).max(MOST_CHANGES),
    byDefault: [],
    shownOn: ["payments", "deal", "blog"],
  },
} as const;

/** One change to each tax and day: a later one replaces it. */
export const keyOfTaxChange = ({ province, seller, tax, from }: TaxChange) =>
  `${province} ${seller} ${tax} ${from}`;

/** "9.975", or steps: "7; 55000: 8; 56000: 9". Null for what is no rate. */
export function readTaxRate(typed: string): TaxChange["ratePercent"] | null {
  const parts = typed.split(";").map((part) => part.split(":"));
  const read = parts.map(([first = "", second]) =>
    second === undefined ? [0, toPercent(first)] : [toNumber(first), toPercent(second)],
  );
  const rate = parts.length === 1 && parts[0]?.length === 1 ? read[0]?.[1] : read;
  return percent.or(steps).safeParse(rate).data ?? null;
}

/** A comma is decimal here, also before three digits: 9,975. */
function toPercent(typed: string): number {
  return toNumber(typed.replace(/\s*%\s*$/u, "").replace(",", "."));
}

function toNumber(typed: string): number {
  const reading = readNumber(typed);
  return reading.ok ? reading.value : Number.NaN;
}

/** "9.975%", or "7%; $55,000: 8%" */
export function showTaxRate(ratePercent: TaxChange["ratePercent"], locale: Locale): string {
  if (typeof ratePercent === "number") return formatPercent(ratePercent, locale);
  return ratePercent
    .map(([fromCad, rate]) =>
      fromCad === 0
        ? formatPercent(rate, locale)
        : `${formatCad(fromCad, locale)}: ${formatPercent(rate, locale)}`,
    )
    .join("; ");
}
