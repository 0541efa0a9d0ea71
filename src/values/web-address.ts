/**
 * Top-level domains of commonly seen addresses, first of all the cheap ones that are used for
 * fraud. Not all 1,400: "Mary.Ann" and "St.Pierre" are people. An address under a rarer one is
 * recognized by its path.
 */
const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(
  (
    "com net org edu gov info biz name pro mobi aero coop museum travel jobs asia " +
    "app dev page web site website online store shop buy sale deals club vip top xyz icu cyou cfd sbs " +
    "bond buzz click link live life fun work works world today news blog email mail help support bid " +
    "loan loans money cash credit creditcard finance financial bank insurance auto autos car cars win " +
    "bet casino poker game games gift gifts promo review reviews date dating rest monster quest zip mov " +
    "tech cloud host hosting digital agency group company business network systems center zone " +
    "space tel test example invalid localhost onion " +
    "ca quebec us uk eu fr de nl be ch at es pt it ie se no dk fi pl cz ro hu gr ru ua by kz tr il ir " +
    "in pk bd lk cn hk tw jp kr sg ph vn th id au nz za ng ke gh eg mx br ar cl pe ve " +
    "co io ai me tv cc ws gg gl gd ly im is to sh st fm am ac bz vc mu nu su pw tk ml ga cf gq li so la"
  ).split(" "),
);

/** Domains that are also surnames: "M.Li" is a person, "bit.li" is not. */
const SURNAMES: ReadonlySet<string> = new Set(
  "li so la ng to co am is page cash bond quest".split(" "),
);

/** What mail programs turn into a link, whatever the domain: a scheme, `www.`, a path. */
const LINK = /:\/\/|\bwww\.|\.[\p{L}\p{M}]{2,}\//iu;
/** Each full stop between two words, with both words. */
const DOTTED = /(?<=([\p{L}\p{N}]+))\.(xn--[a-z0-9-]+|[\p{L}\p{M}]+)(?![\p{L}\p{M}\p{N}])/giu;

/** Full stops of other scripts, which browsers treat as the dot of an address (UTS #46). */
const OTHER_STOPS = /[\u3002\uff0e\uff61\u2024]/gu;
/** Format characters: they are invisible, and an address with them is still read as one. */
const UNSEEN = /\p{Cf}/gu;

/**
 * Whether a mail program, or a person, would see a web address in this text. A name must never
 * contain one, because names are written into e-mails to other people.
 */
export function readsAsWebAddress(text: string): boolean {
  const plain = text.normalize("NFKC").replace(UNSEEN, "").replace(OTHER_STOPS, ".");
  if (LINK.test(plain)) return true;
  return [...plain.matchAll(DOTTED)].some(([, before = "", after = ""]) => {
    const domain = after.toLowerCase();
    if (SURNAMES.has(domain)) return before.length > 1;
    return domain.startsWith("xn--") || TOP_LEVEL_DOMAINS.has(domain);
  });
}
