import type { FACETS, CodesName, SetName } from "./facets.ts";

type Typed = {
  [Name in CodesName | SetName]?: Readonly<
    Partial<Record<(typeof FACETS)[Name]["codes"][number], string>>
  >;
};

/**
 * What people type for a code beside the code itself, folded, in both languages; a facet that is not
 * here is one that nobody types. Apart from the facets, because only the server and the database read
 * texts. Both know it by `search-follows.ts`.
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
    // Not "rear", which asks for a drive.
    backup_camera: "recul",
    blind_spot_monitor: "detecteur angles morts",
    adaptive_cruise_control: "regulateur vitesse adaptatif",
    carplay_android_auto: "apple",
    navigation: "built gps integree",
    leather_seats: "sieges cuir",
    sunroof: "moonroof toit ouvrant",
    keyless_entry: "acces sans cle",
    // Not "électrique", which asks for a fuel.
    power_liftgate: "hayon motorise",
    third_row: "seats troisieme rangee sieges",
    tow_hitch: "attelage remorque",
  },
};

/**
 * What means one thing together, or is too vague to be looked for letter by letter ("all" and "drive"
 * stand in many a description): read as the word that the cars of a code have, several of which are
 * alternatives, or as nothing. Folded, in both languages. For what not every seller says of a car;
 * the rest is `NAMED_VALUES`.
 */
export const PHRASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "front wheel drive": "fwd",
    "traction avant": "fwd",
    "rear wheel drive": "rwd",
    "propulsion arriere": "rwd",
    "all wheel drive": "awd",
    "traction integrale": "awd",
    "transmission integrale": "awd",
    "rouage integral": "awd",
    // Whoever asks for four driven wheels is shown cars that drive all of theirs, too.
    "4wd": "4wd|awd",
    "4x4": "4wd|awd",
    "4 x 4": "4wd|awd",
    "four wheel drive": "4wd|awd",
    "4 wheel drive": "4wd|awd",
    "quatre roues motrices": "4wd|awd",
    "4 roues motrices": "4wd|awd",
    "4rm": "4wd|awd",
    // Not the body of that name.
    "hayon motorise": "liftgate",
    "hayon electrique": "liftgate",
    "hayon automatique": "liftgate",
    // Nor the transmission.
    "manuel du proprietaire": "manuel",
    "manuel d utilisation": "manuel",
    "boite de vitesses": "",
    "seconde main": "",
    "second hand": "",
    "pre owned": "",
  }),
);

type Named = {
  readonly [Name in CodesName]?: Readonly<
    Partial<Record<(typeof FACETS)[Name]["codes"][number], string>>
  >;
};

/**
 * What every car has one value of is asked for as this value, so that no description answers for it:
 * "electric" is a fuel, whatever is said of electric windows. By facet and code all names that people
 * type, folded, in both languages and both genders, with commas between; a plural is one with its
 * singular. A name of several codes means any of them.
 */
export const NAMED_VALUES: Named = {
  bodyType: {
    // Crossovers are filed here.
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
    gasoline: "gasoline, gas, essence",
    diesel: "diesel",
    hybrid: "hybrid, hybride, hybrid electric, hybride electrique",
    plug_in_hybrid:
      "hybrid, hybride, hybrid electric, hybride electrique, plug in, plug in hybrid, hybrid plug in, phev, branchable, hybride branchable, rechargeable, hybride rechargeable, vhr",
    electric: "electric, electrique, ev, evs, ve, bev",
    flex_fuel: "flex fuel, flexfuel, polycarburant",
  },
  condition: {
    certified: "certified, certifie, certifiee, certified used, certified pre owned, cpo",
  },
};

/**
 * Beside these words a name says something else than the car's own value: "electric windows",
 * « vitres électriques », "safety certified". English has what it is said of behind it, French before.
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
