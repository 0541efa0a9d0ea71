import { CATALOGUE, MAKES, type Make } from "#domain/catalogue/catalogue.ts";
import { foldText } from "#values/text-fold.ts";
import type {
  BodyType,
  Colour,
  Condition,
  Drive,
  Feature,
  Fuel,
  Transmission,
} from "#values/vehicle.ts";

// How feeds write what a car is, in English and French. All patterns look at folded text.

type Words<Code> = readonly (readonly [Code, RegExp])[];

const readWord =
  <Code>(words: Words<Code>) =>
  (text: string): Code | null => {
    const folded = foldText(text);
    return words.find(([, pattern]) => pattern.test(folded))?.[0] ?? null;
  };

export const readTransmission = readWord<Transmission>([
  ["automatic", /auto|\be?cvt\b|\bdct\b|\bdsg\b|tiptronic|single speed|variable|^a$/],
  ["manual", /manu|standard|^m$/],
]);

export const readFuel = readWord<Fuel>([
  ["plug_in_hybrid", /plug ?in|phev|rechargeable|branchable|enfichable/],
  ["hybrid", /hybrid/],
  ["electric", /electri|\bb?ev\b|\bve\b/],
  ["flex_fuel", /flex|e85|polycarburant/],
  ["diesel", /diesel/],
  ["gasoline", /\bgas|essence|petrol|unleaded|regular|premium|super/],
]);

export const readDrive = readWord<Drive>([
  ["4wd", /4wd|4x4|4 ?x ?4|four wheel|quatre roues|4 roues/],
  ["awd", /awd|all wheel|integral|quattro|4matic|xdrive/],
  ["fwd", /fwd|front|avant/],
  ["rwd", /rwd|rear|arriere|propulsion/],
]);

export const readBodyType = readWord<BodyType>([
  ["minivan", /mini ?van|fourgonnette|\bvan\b|fourgon/],
  ["suv", /suv|sport utility|crossover|\bvus\b|multisegment|utilitaire/],
  ["truck", /truck|pick ?up|crew|\bcab\b|camion|cabine/],
  ["hatchback", /hatch|hayon|wagon|familiale|5 portes/],
  ["coupe", /coupe|convertible|cabriolet|decapotable|roadster/],
  ["sedan", /sedan|berline|saloon|4 ?dr|4 portes/],
]);

export const readCondition = readWord<Condition>([
  ["certified", /certif|\bcpo\b/],
  ["used", /used|pre ?owned|occasion|usage|demo|^u$|^o$/],
  ["new", /new|neuf|neuve|^n$/],
]);

/** The first colour in the text counts: "Black with red stitching" is black. */
// oxfmt-ignore
const COLOUR_WORDS: Words<Colour> = [
  ["maroon", /burgundy|maroon|bourgogne|bordeaux/],
  ["black", /black|noir|ebony|onyx|midnight/],
  ["white", /white|blanc|ivory|ivoire/],
  ["grey", /gr[ea]y|gris|charcoal|graphite|gunmetal|magnetic|anthracite/],
  ["silver", /silver|argent|platinum|platine/],
  ["blue", /blue|bleu|navy|marine/],
  ["red", /\bred\b|rouge|ruby|crimson/],
  ["green", /green|vert/],
  ["brown", /brown|brun|marron|bronze|mocha|espresso/],
  ["beige", /beige|\btan\b|sand|sable|cream|creme/],
  ["gold", /gold|dore|^or$|champagne/],
  ["orange", /orange|copper|cuivre/],
  ["yellow", /yellow|jaune/],
  ["purple", /purple|violet|mauve/],
  ["pink", /pink|rose/],
];

export function readColour(text: string): Colour | null {
  const folded = foldText(text);
  let first: { code: Colour; at: number } | null = null;
  for (const [code, pattern] of COLOUR_WORDS) {
    const at = folded.search(pattern);
    if (at !== -1 && (first === null || at < first.at)) first = { code, at };
  }
  return first?.code ?? null;
}

// oxfmt-ignore
const FEATURE_WORDS: Words<Feature> = [
  ["heated_seats", /heated (front |rear )?seat|sieges? (avant )?chauffant/],
  ["heated_steering_wheel", /heated steering|volant chauffant/],
  ["remote_starter", /remote (engine )?start|demarreur a distance|demarrage a distance/],
  ["winter_tires", /winter tires?|snow tires?|pneus d hiver/],
  ["backup_camera", /back ?up camera|rear ?view camera|camera de recul|rear camera/],
  ["blind_spot_monitor", /blind spot|angles? morts?/],
  ["adaptive_cruise_control", /adaptive cruise|regulateur (de vitesse )?adaptatif/],
  ["carplay_android_auto", /car ?play|android auto/],
  ["bluetooth", /bluetooth/],
  ["navigation", /navigation/],
  ["leather_seats", /leather (seat|interior|upholstery)|sieges? (en )?cuir/],
  ["sunroof", /sun ?roof|moon ?roof|toit ouvrant|toit panoramique|panoramic roof/],
  ["keyless_entry", /keyless|sans cle/],
  ["power_liftgate", /power (lift|tail)gate|hayon (electrique|assiste|motorise)/],
  ["third_row", /third row|3rd row|troisieme rangee|3e rangee/],
  ["tow_hitch", /(tow|trailer) hitch|attelage|attache remorque/],
];

export function readFeatures(text: string): Feature[] {
  const folded = foldText(text);
  return FEATURE_WORDS.flatMap(([code, pattern]) => (pattern.test(folded) ? [code] : []));
}

const MAKES_BY_NAME: ReadonlyMap<string, Make> = new Map<string, Make>([
  ...MAKES.map((make) => [foldText(make), make] as const),
  ["chevy", "Chevrolet"],
  ["vw", "Volkswagen"],
  ["mercedes", "Mercedes-Benz"],
  ["mercedes benz", "Mercedes-Benz"],
  ["mercedesbenz", "Mercedes-Benz"],
  ["dodge ram", "Ram"],
  ["landrover", "Land Rover"],
]);

export function readMake(text: string): Make | null {
  return MAKES_BY_NAME.get(foldText(text)) ?? null;
}

const modelsByMake = new Map<Make, readonly { model: string; words: string }[]>();

/** The models of a make, the longest names first. */
function listModels(make: Make) {
  const known = modelsByMake.get(make);
  if (known) return known;
  const models = CATALOGUE[make]
    .map((model) => ({ model, words: joinWords(model) }))
    .toSorted((one, other) => other.words.length - one.words.length);
  modelsByMake.set(make, models);
  return models;
}

/** "CX 5", "CX-5" and "CX5" are one name. */
function joinWords(text: string): string {
  return foldText(text).replaceAll(" ", "");
}

/** The model at the start of the text, and what follows it: "Civic Sedan" is a Civic. */
export function readModel(make: Make, text: string): { model: string; rest: string } | null {
  const words = foldText(text).split(" ");
  for (let count = words.length; count > 0; count -= 1) {
    const start = words.slice(0, count).join("");
    const found = listModels(make).find((each) => each.words === start);
    if (found) return { model: found.model, rest: words.slice(count).join(" ") };
  }
  return null;
}
