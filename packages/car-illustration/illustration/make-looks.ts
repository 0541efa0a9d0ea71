import { hash } from "./seeded-random.ts";

/** The opening between the lamps. `closed` has none, as on electric cars. */
type GrilleOutline =
  | "wide"
  | "block"
  | "hexagon"
  | "shield"
  | "trapeze"
  | "hourglass"
  | "arch"
  | "oval"
  | "twin"
  | "closed";
type GrilleHeight = "slim" | "mid" | "tall";
/** What fills the opening: bars, upright slats, a mesh; or one strong bar, painted band or V. */
type GrilleFill = "bars" | "slats" | "mesh" | "wing" | "split" | "vee";
type LampShape = "standard" | "swept" | "tall" | "slim" | "round" | "split";
/** Where the daytime light runs along a lamp; a bar runs on across the nose. */
type LightLine = "brow" | "sill" | "hook" | "ell" | "ring" | "bar";
/** An empty shape: no maker's badge is shown. */
type BadgeShape = "ring" | "oval" | "none";

/** What marks a make from across a street: general forms in the manner of its fronts. */
export interface MakeLook {
  grille: GrilleOutline;
  height: GrilleHeight;
  fill: GrilleFill;
  isBright: boolean;
  lamp: LampShape;
  light: LightLine;
  badge: BadgeShape;
}

function look(
  grille: GrilleOutline,
  height: GrilleHeight,
  fill: GrilleFill,
  surround: "bright" | "dark",
  lamp: LampShape,
  light: LightLine,
  badge: BadgeShape,
): MakeLook {
  return { grille, height, fill, isBright: surround === "bright", lamp, light, badge };
}

/** By the make's name as an address writes it; no two are alike. */
// oxfmt-ignore
export const MAKE_LOOKS: Readonly<Record<string, MakeLook>> = {
  acura:      look("hexagon",   "tall", "mesh",  "dark",   "slim",     "sill", "oval"),
  alfaromeo:  look("shield",    "tall", "mesh",  "bright", "split",    "hook", "ring"),
  audi:       look("shield",    "tall", "bars",  "bright", "slim",     "sill", "none"),
  bmw:        look("twin",      "mid",  "slats", "bright", "standard", "ring", "ring"),
  buick:      look("wide",      "slim", "wing",  "bright", "swept",    "sill", "ring"),
  cadillac:   look("shield",    "mid",  "mesh",  "bright", "split",    "hook", "none"),
  chevrolet:  look("wide",      "tall", "split", "dark",   "split",    "brow", "none"),
  chrysler:   look("oval",      "slim", "bars",  "bright", "swept",    "sill", "oval"),
  dodge:      look("hexagon",   "slim", "mesh",  "dark",   "slim",     "ring", "none"),
  fiat:       look("oval",      "slim", "wing",  "dark",   "round",    "sill", "ring"),
  ford:       look("hexagon",   "mid",  "bars",  "bright", "tall",     "hook", "oval"),
  genesis:    look("shield",    "tall", "mesh",  "bright", "slim",     "bar",  "oval"),
  gmc:        look("block",     "tall", "mesh",  "bright", "tall",     "ell",  "none"),
  honda:      look("block",     "mid",  "wing",  "dark",   "standard", "brow", "ring"),
  hyundai:    look("trapeze",   "tall", "mesh",  "dark",   "split",    "brow", "oval"),
  infiniti:   look("oval",      "mid",  "mesh",  "bright", "swept",    "brow", "oval"),
  jaguar:     look("block",     "mid",  "mesh",  "bright", "swept",    "hook", "ring"),
  jeep:       look("block",     "mid",  "slats", "dark",   "round",    "ring", "none"),
  kia:        look("oval",      "slim", "mesh",  "bright", "tall",     "ell",  "none"),
  landrover:  look("block",     "slim", "mesh",  "dark",   "standard", "ring", "none"),
  lexus:      look("hourglass", "tall", "mesh",  "bright", "slim",     "ell",  "ring"),
  lincoln:    look("block",     "mid",  "mesh",  "bright", "slim",     "bar",  "none"),
  mazda:      look("arch",      "tall", "vee",   "bright", "slim",     "brow", "ring"),
  mercedesbenz: look("arch",    "mid",  "wing",  "bright", "swept",    "brow", "ring"),
  mini:       look("oval",      "mid",  "bars",  "bright", "round",    "ring", "none"),
  mitsubishi: look("trapeze",   "mid",  "vee",   "bright", "split",    "sill", "none"),
  nissan:     look("arch",      "mid",  "vee",   "bright", "swept",    "hook", "ring"),
  polestar:   look("closed",    "slim", "bars",  "dark",   "slim",     "ell",  "none"),
  porsche:    look("closed",    "mid",  "bars",  "dark",   "round",    "hook", "none"),
  ram:        look("wide",      "tall", "slats", "bright", "swept",    "hook", "none"),
  subaru:     look("hexagon",   "mid",  "wing",  "bright", "tall",     "hook", "oval"),
  tesla:      look("closed",    "slim", "bars",  "dark",   "swept",    "brow", "none"),
  toyota:     look("trapeze",   "tall", "bars",  "dark",   "swept",    "sill", "oval"),
  volkswagen: look("wide",      "slim", "bars",  "bright", "standard", "bar",  "ring"),
  volvo:      look("block",     "mid",  "slats", "bright", "tall",     "ell",  "ring"),
};

const LOOKS = Object.values(MAKE_LOOKS);

/** A make that is not named above wears one of the looks, always the same. */
export function findMakeLook(make: string): MakeLook {
  return MAKE_LOOKS[make] ?? LOOKS[hash(make) % LOOKS.length]!;
}
