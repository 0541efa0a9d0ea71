/** The ending of a future or a conditional follows an infinitive or an irregular stem. */
const ENDING = "(?:ai|as|a|ons|ez|ont|ais|ait|ions|iez|aient)";
const STEM = [
  // "garder-ez", "ser-ait"; "préfér-ez" and "libér-ais" are other tenses.
  "\\p{L}*(?![éè])\\p{L}er",
  "(?!(?:re|at|sou|é)?tir|désir|\\p{L}{1,5}spir|expir|admir|(?:en)?vir|déchir)\\p{L}*ir",
  "(?!(?:en)?cadr)\\p{L}*dr",
  "\\p{L}*(?:ttr|îtr|clur|ompr|cevr|suivr|vivr|verr|courr|mourr|querr|pourr)",
  "r?aur|saur|devr",
].join("|");
const FUTURE = new RegExp(`(?<![\\p{L}])(?:${STEM})${ENDING}(?![\\p{L}])`, "iu");

const CLAUSE_END = /[,.;:!?()«»\n–—|]/;
const SI = /(?<![\p{L}’'-])(?:si(?![\p{L}-])|s[’'](?=ils?(?!\p{L})))/giu;
/** "Dites-nous si vous viendrez" asks; "même si" concedes: neither is a condition. */
const NO_CONDITION =
  /(?<!\p{L})(?:même|savoir|sai[st]|savez|di[ts]|dire|dites?|dira|voir|voyez|demand(?:er|ez|ons)|(?:vérifi|indiqu|décid|ignor|précis|confirm|expliqu)\p{L}*)(?!\p{L})[^]*$/iu;

/**
 * "Si vous garderez" is wrong: a condition is in the present ("si vous gardez") or the imperfect.
 */
export function findFutureAfterSi(text: string): string[] {
  return [...text.matchAll(SI)].flatMap(({ 0: si, index }) => {
    const before = text.slice(0, index).split(CLAUSE_END).at(-1) ?? "";
    const [clause = ""] = text.slice(index).split(CLAUSE_END);
    const isSo = /^si (?:bien|peu|tant)\b/iu.test(clause);
    const future = FUTURE.exec(clause.slice(si.length));
    return future && !isSo && !NO_CONDITION.test(before) ? [clause] : [];
  });
}

/**
 * "Obtenez votre offre" is wrong on a button, which says "Obtenir mon offre". A question is not an
 * imperative.
 */
export function isImperative(text: string): boolean {
  return /^(?:Ne )?(?!Chez\b)(?:\p{L}+ez|Faites|Dites)(?!\p{L})/u.test(text) && !text.endsWith("?");
}

/** "Vous êtes connecté" addresses only half of the readers. */
export function findMasculineState(text: string): string[] {
  return text.match(MASCULINE_STATE) ?? [];
}

const MASCULINE_STATE =
  /(?<!\p{L})(?:vous (?:vous )?(?:êtes|serez|seriez|étiez|soyez)|en étant)(?: \p{L}+){0,2}? (?:\p{L}*é|inscrit|averti|prêt|certain|sûr|seul)(?!\p{L})/giu;
