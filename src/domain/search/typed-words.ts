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
