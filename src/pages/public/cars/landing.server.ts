import { data, redirect } from "react-router";
import {
  findLanding,
  type LandingFacts,
  listLandings,
  readLandingFacts,
} from "#domain/landing/landing-queries.server.ts";
import type { Landing, LandingSubject } from "#domain/landing/landing.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";
import { type CarsQuery, readCarsQuery } from "./cars-address.ts";
import { type CarsView, loadCars } from "./cars.server.ts";

export type LandingPageData = {
  landing: Landing;
  facts: LandingFacts;
  query: CarsQuery;
  view: CarsView;
  /** The make above a model, the province above a city. */
  parent: Landing | null;
  related: LandingGroup[];
};

/** A group of landing pages under one heading. */
export type LandingGroup = { about: "bodyType" | "make" | "model" | "place"; landings: Landing[] };

const MOST_LINKS = 16;

/**
 * @throws 404 if the page would have no cars; a redirect to the canonical spelling of the address.
 */
export async function loadLanding(
  { subject, within }: { subject: string; within?: string | undefined },
  { province, locale }: Pick<Visitor, "province" | "locale">,
): Promise<LandingPageData> {
  const names = within === undefined ? [subject] : [subject, within];
  const requested = paths.carsLanding(...names);
  const written = paths.carsLanding(...names.map((name) => name.toLowerCase()));
  const found = await findLanding(written);
  if (found && requested !== written) throw redirect(hrefIn(written), 301);
  const facts = found && (await readLandingFacts(found.filters));
  if (!found || !facts) throw data(null, { status: 404 });
  const query = { ...readCarsQuery(new URLSearchParams()), ...found.filters };
  const searcher = { estimate: null, provinceCode: province ?? null, loan: USUAL_LOAN, locale };
  const [view, all] = await Promise.all([loadCars(query, searcher), listLandings()]);
  const landings = all.map(toLanding);
  return {
    landing: { ...toLanding(found), count: facts.count },
    facts,
    query,
    view,
    parent: landings.find((other) => isParent(other.subject, found.subject)) ?? null,
    related: groupRelated(found.subject, landings),
  };
}

/** The landing pages with the most cars: for the foot of general pages. */
export async function loadPopularLandings(most: number): Promise<LandingGroup[]> {
  const all = await listLandings();
  const about = (...kinds: LandingSubject["kind"][]) =>
    all
      .filter(({ subject }) => kinds.includes(subject.kind))
      .slice(0, most)
      .map(toLanding);
  return withoutEmpty([
    { about: "bodyType", landings: about("bodyType") },
    { about: "make", landings: about("make") },
    { about: "place", landings: about("province", "city") },
  ]);
}

/** "Honda Civic": the most frequent model for sale; null if there is none. */
export async function findPopularModel(): Promise<string | null> {
  const subjects = (await listLandings()).map(({ subject }) => subject);
  const popular = subjects.find(({ kind }) => kind === "model");
  return popular?.kind === "model" ? `${popular.make} ${popular.model}` : null;
}

function toLanding({ path, subject, count }: Landing): Landing {
  return { path, subject, count };
}

function isParent(other: LandingSubject, subject: LandingSubject): boolean {
  if (subject.kind === "model") return other.kind === "make" && other.make === subject.make;
  return (
    subject.kind === "city" &&
    other.kind === "province" &&
    other.provinceCode === subject.provinceCode
  );
}

/** Narrower landing pages first, then related ones. */
function groupRelated(subject: LandingSubject, all: readonly Landing[]): LandingGroup[] {
  const others = all.filter(({ subject: other }) => !isSame(other, subject));
  const pick = (isWanted: (other: LandingSubject) => boolean) =>
    others.filter(({ subject: other }) => isWanted(other)).slice(0, MOST_LINKS);
  const pickKind = (kind: LandingSubject["kind"]) => pick((other) => other.kind === kind);
  switch (subject.kind) {
    case "bodyType":
      return withoutEmpty([{ about: "bodyType", landings: pickKind("bodyType") }]);
    case "make":
    case "model":
      return withoutEmpty([
        {
          about: "model",
          landings: pick((other) => other.kind === "model" && other.make === subject.make),
        },
        { about: "make", landings: pickKind("make") },
      ]);
    case "province":
    case "city":
      return withoutEmpty([
        {
          about: "place",
          landings: [
            ...pick(
              (other) => other.kind === "city" && other.provinceCode === subject.provinceCode,
            ),
            ...pickKind("province"),
          ],
        },
      ]);
  }
}

function isSame(a: LandingSubject, b: LandingSubject): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function withoutEmpty(groups: LandingGroup[]): LandingGroup[] {
  return groups.filter(({ landings }) => landings.length > 0);
}
