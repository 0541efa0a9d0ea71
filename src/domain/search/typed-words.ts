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
 * What means one thing together, or is too short or has too many other meanings to be looked for
 * letter by letter ("all" and "drive" stand in many a description, "or" begins "orange"): read as the
 * word that the cars of a code have, several of which are alternatives. Folded, in both languages.
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
    // Quebec's word for a manual transmission; sellers mean other things with it, too.
    standard: "manual|standard",
    "stick shift": "manual",
    "utilitaire sport": "suv",
    "sport utility": "suv",
    van: "minivan",
    "mini van": "minivan",
    minifourgonnette: "minivan",
    // Not every car with a power one.
    hayon: "hatchback",
    "hayon motorise": "liftgate",
    multisegment: "suv|multisegment",
    "pick up": "pickup",
    ev: "electric",
    ve: "electric",
    or: "gold",
  }),
);
