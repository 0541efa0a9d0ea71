import type { AdDealership } from "#domain/ad-rules/ad.ts";
import { findMusts } from "#domain/ad-rules/find-findings.ts";
import { NOTHING_DECLARED } from "#domain/declaration/declaration.ts";
import type { listingTable } from "#domain/listing/listing.table.ts";
import { FEED_COLUMNS, type FeedCar, type FeedCarFields, type FeedFault } from "./feed-car.ts";

/** A listing of the dealership, and what the feed knows of it. */
export type KnownCar = FeedCarFields &
  Pick<
    typeof listingTable.$inferSelect,
    | "id"
    | "state"
    | "reservedAt"
    | "provinceCode"
    | "brand"
    | "accidents"
    | "owners"
    | "earlierUse"
    | "odometerReading"
    | "isAllInPrice"
  > & {
    /** Its key in this feed; null if the feed has not brought it yet. */
    feedKey: string | null;
    /** Whether it is paused because the feed no longer had it. */
    isGone: boolean;
  };

type Changes = Partial<FeedCarFields> & { isAllInPrice?: true };

type PlannedCar = { place: number; key: string; title: string };

export type FeedPlan = {
  added: readonly (PlannedCar & { fields: FeedCarFields })[];
  changed: readonly (PlannedCar & {
    known: KnownCar;
    changes: Changes;
    /** It was gone, and is back. */
    isBack: boolean;
  })[];
  gone: readonly KnownCar[];
  /** The feed has the car, and nothing of it differs. Those not yet of the feed become so. */
  same: readonly (PlannedCar & { known: KnownCar })[];
  /** Sold, reserved or removed here: the feed changes nothing about it. */
  untouched: readonly PlannedCar[];
  refused: readonly (Omit<PlannedCar, "key"> & { faults: readonly FeedFault[] })[];
  /** So many cars would go that somebody must say that this is right. */
  needsSureness: boolean;
};

const GONE_SHARE = 0.3;
/** A small dealership sells two of its five cars in a day. */
const GONE_AT_LEAST = 3;

/** What a feed changes, before anything is. */
export function planFeed({
  cars,
  known,
  dealership,
}: {
  cars: readonly FeedCar[];
  known: readonly KnownCar[];
  dealership: AdDealership;
}): FeedPlan {
  const find = indexKnown(known);
  const plan = {
    added: [] as FeedPlan["added"][number][],
    changed: [] as FeedPlan["changed"][number][],
    same: [] as FeedPlan["same"][number][],
    untouched: [] as FeedPlan["untouched"][number][],
    refused: [] as FeedPlan["refused"][number][],
  };
  const seen = new Set<string>();
  const present = new Set<string>();
  for (const { place, key, vin, title, faults, fields } of cars) {
    const match = find(key, vin);
    // A car that is refused today is still there.
    if (match) present.add(match.id);
    const refuse = (more: readonly FeedFault[]) =>
      plan.refused.push({ place, title, faults: more });
    const names = [key, vin].filter((name) => name !== null);
    const isTwice = names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    if (faults.length > 0 || key === null) refuse(faults);
    else if (isTwice) refuse([{ code: "twice" }]);
    else if (!match) {
      const all = fields as FeedCarFields;
      const broken = findBroken({ ...NOTHING_DECLARED, ...all, isAllInPrice: true }, dealership);
      if (broken.length > 0) refuse(broken);
      else plan.added.push({ place, key, title, fields: all });
    } else if (!isChangeable(match)) plan.untouched.push({ place, key, title });
    else if (match.vin && vin && match.vin !== vin) refuse([{ code: "other_vin" }]);
    else {
      const changes = findChanges(match, fields);
      const isBack = match.isGone && match.state === "paused";
      if (!isBack && Object.keys(changes).length === 0) {
        plan.same.push({ place, key, title, known: match });
        continue;
      }
      const broken = findBroken({ ...match, ...changes }, dealership);
      if (broken.length > 0) refuse(broken);
      else plan.changed.push({ place, key, title, known: match, changes, isBack });
    }
  }
  const shown = known.filter(({ feedKey, state }) => feedKey !== null && state === "live");
  const gone = shown.filter((car) => !present.has(car.id) && isChangeable(car));
  const needsSureness = gone.length >= GONE_AT_LEAST && gone.length >= shown.length * GONE_SHARE;
  return { ...plan, gone, needsSureness };
}

/** By the feed's own key first, then by VIN, then by the dealership's number. */
function indexKnown(known: readonly KnownCar[]) {
  const index = (name: (car: KnownCar) => string | null, cars: readonly KnownCar[]) =>
    new Map(cars.flatMap((car) => (name(car) === null ? [] : [[name(car), car] as const])));
  const others = known.filter(({ state }) => state !== "removed" && state !== "sold");
  const byKey = index(({ feedKey }) => feedKey, known);
  const byVin = index(({ vin }) => vin, others);
  const byNumber = index(({ stockNumber }) => stockNumber, others);
  return (key: string | null, vin: string | null) =>
    (key === null ? undefined : byKey.get(key)) ??
    (vin === null ? undefined : byVin.get(vin)) ??
    (key === null ? undefined : byNumber.get(key));
}

function isChangeable({ state, reservedAt }: KnownCar): boolean {
  return reservedAt === null && state !== "sold" && state !== "removed";
}

/** What the feed says otherwise; what it does not say stays as it is. */
function findChanges(known: KnownCar, fields: Partial<FeedCarFields>): Changes {
  const changes = FEED_COLUMNS.flatMap((name) => {
    const value = fields[name] ?? null;
    const isSaid = value !== null && !(Array.isArray(value) && value.length === 0);
    return isSaid && !isSame(known[name], value) ? [[name, value] as const] : [];
  });
  return {
    ...(Object.fromEntries(changes) as Changes),
    ...(known.isAllInPrice ? {} : { isAllInPrice: true }),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}

type AdFacts = Omit<Parameters<typeof findMusts>[0], "photoCount" | "dealership" | "provinceCode">;

/** The rules that the ad would break; its photos come later. */
function findBroken(ad: AdFacts, dealership: AdDealership): FeedFault[] {
  const { provinceCode } = dealership;
  return findMusts({ ...ad, provinceCode, photoCount: 1, dealership }).map(({ check }) => ({
    code: "rule",
    check,
  }));
}

/** Whether only the price of a changed car differs. */
export function isPriceOnly({ changes, isBack }: FeedPlan["changed"][number]): boolean {
  return !isBack && Object.keys(changes).join() === "priceCad";
}
