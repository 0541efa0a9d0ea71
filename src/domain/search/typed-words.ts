import { makeRecord } from "#values/record.ts";
import { CYLINDER_COUNTS, SEAT_COUNTS } from "#values/vehicle.ts";
import type { Code } from "./facet-kinds.ts";
import { type CodesName, FACETS, type SetName } from "./facets.ts";
import type { Sort } from "./search.ts";
import { listPhrases } from "./text-tokens.ts";

type Typed = {
  [Name in CodesName | SetName]?: Readonly<
    Partial<Record<(typeof FACETS)[Name]["codes"][number], string>>
  >;
};

/**
 * What people type for a code in addition to the code itself, folded, in both languages; nobody
 * types the facets that are missing here. Separate from the facets, because only the server and the
 * database parse texts; the database gets it from `search-follows.ts`.
 */
export const TYPED_WORDS: Typed = {
  bodyType: {
    suv: "vus",
    sedan: "berline",
    hatchback: "hayon voiture",
    truck: "pickup camion camionnette",
    minivan: "fourgonnette",
  },
  colour: {
    black: "noir",
    blue: "bleu",
    brown: "brun",
    gold: "or dore",
    green: "vert",
    grey: "gray gris",
    maroon: "bordeaux",
    pink: "rose",
    purple: "violet mauve",
    red: "rouge",
    silver: "argent",
    white: "blanc",
    yellow: "jaune",
  },
  transmission: { automatic: "automatique", manual: "manuelle" },
  fuel: {
    gasoline: "gas essence",
    hybrid: "hybride",
    plug_in_hybrid: "hybride rechargeable branchable phev",
    electric: "electrique ev ve",
    flex_fuel: "polycarburant",
  },
  drive: {
    fwd: "front wheel drive traction avant",
    rwd: "rear wheel drive propulsion arriere",
    awd: "all wheel drive transmission integrale",
    "4wd": "4x4 four wheel drive quatre roues motrices",
  },
  features: {
    heated_seats: "sieges chauffants",
    heated_steering_wheel: "volant chauffant",
    remote_starter: "demarreur distance",
    winter_tires: "included pneus hiver inclus",
    // Not "rear", which means a drive.
    backup_camera: "recul",
    blind_spot_monitor: "detecteur angles morts",
    adaptive_cruise_control: "regulateur vitesse adaptatif",
    carplay_android_auto: "apple",
    navigation: "built gps integree",
    leather_seats: "sieges cuir",
    sunroof: "moonroof toit ouvrant",
    keyless_entry: "acces sans cle",
    // Not "électrique", which means a fuel.
    power_liftgate: "hayon motorise",
    third_row: "seats troisieme rangee sieges",
    tow_hitch: "attelage remorque",
  },
};

const FOUR_WHEELS =
  "4wd, 4x4, 4 x 4, four wheel drive, 4 wheel drive, quatre roues motrices, 4 roues motrices, 4rm";

// oxfmt-ignore
const NUMBER_WORDS: Readonly<Record<number, string>> = {
  2: "two, deux", 3: "three, trois", 4: "four, quatre", 5: "five, cinq", 6: "six", 7: "seven, sept", 8: "eight, huit",
};

/** "7 seat, seven seat, sept place": every way to count something. */
function countNames<Count extends number>(
  counts: readonly Count[],
  things: string,
): Record<Count, string> {
  return makeRecord(counts, (count) =>
    [String(count), ...(NUMBER_WORDS[count]?.split(", ") ?? [])]
      .flatMap((number) => things.split(", ").map((thing) => `${number} ${thing}`))
      .join(", "),
  );
}

/**
 * Names that are always read as a value, so that they do not match descriptions: "electric" is a
 * fuel, even if a description mentions electric windows. For each facet and code, all names that
 * people type, folded, in both languages and both genders, separated by commas; a plural equals its
 * singular. A name of several codes means any of them. Provinces have their names in
 * #values/province.ts.
 */
export const NAMED_VALUES: Typed = {
  bodyType: {
    // Crossovers count as SUVs.
    suv: "suv, vus, utilitaire sport, sport utility, utilitaire sportif, multisegment, crossover",
    sedan: "sedan, berline",
    coupe: "coupe",
    hatchback: "hatchback, hayon, voiture a hayon",
    truck: "truck, pickup, pick up, pickup truck, pick up truck, camion, camionnette",
    minivan: "minivan, mini van, van, fourgonnette, minifourgonnette, mini fourgonnette",
  },
  colour: {
    beige: "beige",
    black: "black, noir, noire",
    blue: "blue, bleu, bleue",
    brown: "brown, brun, brune, marron",
    gold: "gold, or, dore, doree",
    green: "green, vert, verte",
    grey: "grey, gray, gris, grise",
    maroon: "maroon, burgundy, bordeaux, bourgogne",
    orange: "orange",
    pink: "pink, rose",
    purple: "purple, violet, violette, mauve",
    red: "red, rouge",
    silver: "silver, argent, argente, argentee",
    white: "white, blanc, blanche",
    yellow: "yellow, jaune",
  },
  transmission: {
    automatic: "automatic, automatique",
    // The last is Quebec's word.
    manual: "manual, manuel, manuelle, stick shift, standard",
  },
  fuel: {
    gasoline: "gasoline, gas, gaz, essence",
    diesel: "diesel",
    hybrid: "hybrid, hybride, hybrid electric, hybride electrique",
    plug_in_hybrid:
      "hybrid, hybride, hybrid electric, hybride electrique, plug in, plug in hybrid, hybrid plug in, phev, branchable, hybride branchable, rechargeable, hybride rechargeable, vhr",
    electric: "electric, electrique, ev, evs, ve, bev",
    flex_fuel: "flex fuel, flexfuel, polycarburant",
  },
  drive: {
    fwd: "fwd, front wheel drive, traction avant",
    rwd: "rwd, rear wheel drive, propulsion, propulsion arriere",
    // A person who asks for four-wheel drive also sees cars with all-wheel drive.
    awd: `awd, all wheel drive, traction integrale, transmission integrale, rouage integral, ${FOUR_WHEELS}`,
    "4wd": FOUR_WHEELS,
  },
  seats: countNames(
    SEAT_COUNTS,
    "seat, seater, passenger, place, passager, siege, seat car, person, personne",
  ),
  cylinders: {
    ...countNames(CYLINDER_COUNTS, "cylinder, cylindre, cyl"),
    6: "6 cylinder, 6 cylindre, 6 cyl, six cylinder, six cylindre, v6, v 6",
    8: "8 cylinder, 8 cylindre, 8 cyl, eight cylinder, huit cylindre, v8, v 8",
  },
  features: {
    heated_seats:
      "heated seat, heated front seat, seat warmer, siege chauffant, siege avant chauffant, banc chauffant",
    heated_steering_wheel: "heated steering wheel, heated steering, heated wheel, volant chauffant",
    remote_starter:
      "remote starter, remote start, demarreur a distance, demarreur, demarrage a distance",
    winter_tires:
      "winter tire, winter tyre, snow tire, pneu d hiver, pneu hiver, winter tires included, pneus d hiver inclus",
    backup_camera: "backup camera, back up camera, rear camera, rear view camera, camera de recul",
    blind_spot_monitor:
      "blind spot monitor, blind spot monitoring, blind spot detection, blind spot, angle mort, detecteur d angles morts, detecteur angles morts, surveillance des angles morts",
    adaptive_cruise_control:
      "adaptive cruise control, adaptive cruise, regulateur adaptatif, regulateur de vitesse adaptatif",
    carplay_android_auto:
      "carplay, apple carplay, car play, apple car play, android auto, apple carplay android auto, carplay android auto",
    bluetooth: "bluetooth",
    navigation: "navigation, built in navigation, gps, nav, navigation integree",
    leather_seats:
      "leather, leather seat, leather interior, leather upholstery, cuir, siege en cuir, siege cuir, siege de cuir, interieur en cuir, interieur cuir, sellerie en cuir, sellerie cuir",
    sunroof:
      "sunroof, sun roof, moonroof, moon roof, panoramic roof, panoramic sunroof, toit ouvrant, toit panoramique",
    keyless_entry: "keyless entry, keyless, acces sans cle, entree sans cle",
    power_liftgate:
      "power liftgate, power tailgate, hayon motorise, hayon electrique, hayon automatique",
    third_row:
      "third row, 3rd row, third row seat, third row seating, 3rd row seat, 3rd row seating, three row, 3 row, troisieme rangee, 3e rangee, 3 rangee, trois rangee, troisieme rangee de siege",
    tow_hitch:
      "tow hitch, trailer hitch, hitch, towing package, attelage, attelage de remorque, attache remorque",
  },
  condition: {
    certified: "certified, certifie, certifiee, certified used, certified pre owned, cpo",
  },
  accidents: {
    none: "no accident, no accident declared, accident free, never in an accident, sans accident, aucun accident, jamais accidente, jamais accidentee",
  },
  brand: {
    clean: "clean title, clean brand, titre propre",
    rebuilt: "rebuilt, rebuilt title, reconstruit, reconstruite",
    salvage: "salvage, salvage title, gravement accidente, gravement accidentee, vga",
  },
  owners: {
    1: "one owner, 1 owner, single owner, un proprietaire, un seul proprietaire, 1 proprietaire, 1 seul proprietaire",
  },
  seller: {
    private:
      "private seller, private sale, private, by owner, vendeur prive, vente privee, particulier",
    dealer: "dealer, dealership, concessionnaire, marchand, commercant",
  },
};

/**
 * What a text may contain apart from facets: a sort order, and the highest price of something
 * cheap.
 */
export type TypedWish = { sort: Sort | null; mostCad: number | null };

/**
 * Not computed from the market: most first cars cost less. It is shown as a filter and can be
 * removed.
 */
export const CHEAP_CAD = 15_000;

export const WISHES = listPhrases<TypedWish>([
  [
    { sort: "newest", mostCad: null },
    "newest, latest, most recent, newest first, newest cars, recently listed, plus recent, plus recente, les plus recents, les plus recentes, nouveaute, dernieres annonces",
  ],
  [
    { sort: "price", mostCad: null },
    "cheapest, lowest price, lowest priced, least expensive, moins cher, moins chere, les moins cheres, plus bas prix, prix le plus bas, plus abordable",
  ],
  [{ sort: "price_desc", mostCad: null }, "most expensive, plus cher, plus chere, highest price"],
  [
    { sort: "km", mostCad: null },
    "low mileage, low km, low kilometre, low kilometer, lowest mileage, lowest km, fewest km, bas kilometrage, faible kilometrage, peu de kilometrage, peu de km, peu de kilometre, petit kilometrage",
  ],
  [
    { sort: "deal", mostCad: null },
    "best deal, deal, good deal, great deal, best price, aubaine, bonne affaire, meilleur prix, meilleure offre",
  ],
  [
    { sort: "price", mostCad: CHEAP_CAD },
    "cheap, inexpensive, affordable, pas cher, pas chere, pas trop cher, pas trop chere, abordable, bon marche",
  ],
  [
    { sort: null, mostCad: CHEAP_CAD },
    "first car, first vehicle, first time buyer, starter car, student car, premiere auto, premiere voiture, premier vehicule, auto d etudiant, voiture d etudiant",
  ],
]);

/** A location that cannot be looked up, so the page asks for its name. */
export const NEAR_ME = listPhrases([
  [
    true,
    "near me, close to me, around me, near my place, pres de moi, autour de moi, pres de chez moi, proche de chez moi",
  ],
]);

/** Phrases that look like a value but are not: these words are searched for as they are. */
export const NOT_NAMES = listPhrases([
  [true, "manuel du proprietaire, manuel d utilisation, owner s manual, owners manual"],
]);

/** Every listing is a car for sale, so these words do not distinguish any. */
export const SAYS_NOTHING = listPhrases([
  [
    true,
    "a, an, the, and, or, with, in, near, around, close to, from, for, at, of, that, has, have, some, any, my, our, me, car, auto, voiture, vehicle, vehicule, used, occasion, usage, usagee, d, de, du, des, l, la, le, les, un, une, et, ou, avec, en, au, aux, pres, pour, dans, autour de, proche de, qui, mon, ma, transmission, boite, boite de vitesses, seconde main, second hand, pre owned, for sale, a vendre, en vente, looking for, i want, i need, i m looking for, show me, find me, je cherche, je veux, cherche, recherche, find, want, buy, acheter, please, svp, s il vous plait, on sale",
  ],
]);

/**
 * Words of exclusion: a person who excludes a value must not be shown exactly that, so such words
 * stay words.
 */
export const NEGATIONS: ReadonlySet<string> = new Set(
  "not no without except non pas sans sauf excepte".split(" "),
);

/**
 * Beside these words a name is not a value of the car itself: "electric windows", « vitres
 * électriques », "safety certified". In English the described thing comes after the name, in French
 * before.
 */
export const SAID_OF: Readonly<
  Partial<Record<CodesName, Readonly<Record<"before" | "behind", string>>>>
> = {
  bodyType: { before: "gran", behind: "bed cap tire box" },
  colour: {
    before:
      "interieur cuir siege banc sellerie garniture toit jante roue mag etrier bande ligne edition",
    behind:
      "interior leather seat upholstery trim stitching roof top rim wheel caliper stripe line accent edition package pack label",
  },
  transmission: {
    before:
      "owner s vitre fenetre siege miroir retroviseur serrure porte coffre toit climatisation climatiseur climatise climatique temperature phare feu frein freinage stationnement demarrage demarreur glace ouverture",
    behind:
      "window seat mirror lock door trunk tailgate liftgate sunroof roof climate air ac temperature headlight headlamp light high beam wiper emergency brake braking parking dimming start stop range cab bed feature equipment",
  },
  fuel: {
    before:
      "vitre fenetre siege banc miroir retroviseur serrure porte coffre toit direction frein bleu",
    behind:
      "window seat mirror lock door trunk tailgate liftgate sunroof moonroof roof steering brake parking blue tank cap mileage saver",
  },
  condition: { before: "safety securite mecaniquement", behind: "technician mechanic mecanicien" },
};

/** The typed words by the position of each code; null for a facet that nobody types. */
export function listTypedWords(name: CodesName | SetName): string[] | null {
  const { codes }: { codes: readonly Code[] } = FACETS[name];
  const typed: Partial<Record<Code, string>> | undefined = TYPED_WORDS[name];
  if (!typed) return null;
  return codes.map((code) =>
    [String(code).replaceAll("_", " "), typed[code] ?? ""].join(" ").trim(),
  );
}
