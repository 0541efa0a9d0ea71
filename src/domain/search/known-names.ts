import { splitNameKey } from "./facet-kinds.ts";
import { splitTokens, splitWords, type Token } from "./text-tokens.ts";

/**
 * The makes, models and cities that listings have had, the last two by `nameKey`: the names that a
 * text can contain.
 */
export type KnownNames = Readonly<Record<"make" | "model" | "city", { names: readonly string[] }>>;

const LONGEST_NAME_WORDS = 4;

/** Other names that people use for a make, folded and without spaces. */
const OTHER_MAKE_NAMES = new Map([
  ["vw", "Volkswagen"],
  ["chevy", "Chevrolet"],
  ["mercedes", "Mercedes-Benz"],
  ["benz", "Mercedes-Benz"],
]);

type NameIndex = {
  makes: ReadonlyMap<string, string>;
  models: ReadonlyMap<string, readonly string[]>;
  /** The words of the city names. */
  towns: ReadonlySet<string>;
};

type FoundName = { make: string | null; models: readonly string[]; length: number };

/**
 * The make or the models named by the words from this position on; uses as many words as possible.
 */
export function findName(
  tokens: readonly Token[],
  at: number,
  names: NameIndex,
  namedMakes: ReadonlySet<string>,
): FoundName | null {
  const words = tokens.slice(at, at + LONGEST_NAME_WORDS).map(({ word }) => word);
  for (let length = words.length; length > 0; length -= 1) {
    const joined = words.slice(0, length).join("");
    const make = names.makes.get(joined);
    if (make) return { make, models: [], length };
    const models = (names.models.get(joined) ?? []).filter(
      (model) => !isVague(joined) || namedMakes.has(splitNameKey(model).outer),
    );
    if (models.length > 0) return { make: null, models, length };
  }
  return null;
}

/** "2500", "300", "x1": too often something other than a model, as in "2500 km". */
function isVague(name: string): boolean {
  return name.length <= 2 || /^\d+$/.test(name);
}

export function findNamedMakes(tokens: readonly Token[], names: NameIndex): Set<string> {
  const makes = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    for (let length = 1; length <= LONGEST_NAME_WORDS; length += 1) {
      const words = tokens.slice(at, at + length).map(({ word }) => word);
      const make = names.makes.get(words.join(""));
      if (make) makes.add(make);
    }
  }
  return makes;
}

/**
 * The text with the official spelling of its makes and models: "honda crv red" is "Honda CR-V red".
 */
export function writeNames(text: string, known: KnownNames): string {
  const names = indexNames(known);
  const tokens = splitTokens(text);
  const namedMakes = findNamedMakes(tokens, names);
  const written: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const name = findName(tokens, at, names, namedMakes);
    const [model] = name?.models ?? [];
    written.push(name?.make ?? (model ? splitNameKey(model).inner : (tokens[at]?.word ?? "")));
    at += name?.length ?? 1;
  }
  return written.join(" ");
}

const indexes = new WeakMap<KnownNames, NameIndex>();

export function indexNames(known: KnownNames): NameIndex {
  const cached = indexes.get(known);
  if (cached) return cached;
  const makes = new Map(known.make.names.map((make) => [joinedFold(make), make]));
  for (const [other, make] of OTHER_MAKE_NAMES) {
    if (known.make.names.includes(make)) makes.set(other, make);
  }
  const models = new Map<string, string[]>();
  for (const key of known.model.names) {
    const { inner } = splitNameKey(key);
    for (const name of new Set([inner, inFrench(inner)])) {
      const joined = joinedFold(name);
      models.set(joined, [...(models.get(joined) ?? []), key]);
    }
  }
  const towns = new Set(
    known.city.names.map((key) => splitWords(splitNameKey(key).inner).join(" ")),
  );
  const index = { makes, models, towns };
  indexes.set(known, index);
  return index;
}

/** « Série 3 » for "3 Series", « Classe C » for "C-Class". */
function inFrench(model: string): string {
  return model.replace(/^(\S+)[ -](Series|Class)$/, (_, name: string, kind: string) =>
    kind === "Series" ? `Serie ${name}` : `Classe ${name}`,
  );
}

function joinedFold(name: string): string {
  return splitWords(name).join("");
}
