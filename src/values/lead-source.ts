/** How somebody who came by a link reached the site. */
const LINK_SOURCES = ["direct", "search", "social", "ad", "email", "partner", "site"] as const;

/** How somebody reached us whose request staff write down. */
export const HAND_SOURCES = ["phone", "walk_in", "email", "event", "referral", "other"] as const;

/** Every way in which a lead came to us. */
export const SOURCES = [
  ...LINK_SOURCES,
  ...HAND_SOURCES.filter((source) => source !== "email"),
] as const;
export type Source = (typeof SOURCES)[number];

/** Where a lead came from: nothing of it tells one person from another. */
export type LeadSource = {
  source: Source | null;
  /** The tags `utm_campaign`, `utm_source` and `utm_medium` of the address that they opened. */
  campaign: string | null;
  campaignSource: string | null;
  campaignMedium: string | null;
};

export const NO_SOURCE: LeadSource = {
  source: null,
  campaign: null,
  campaignSource: null,
  campaignMedium: null,
};

export function isSource(value: unknown): value is Source {
  return SOURCES.some((source) => source === value);
}

export const LONGEST_TAG = 60;
/** A phone number has ten digits, a SIN nine. */
const PERSONAL_DIGITS = /\d(?:[-._]?\d){8,}/;
const UUID_LIKE = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/;
/** Stands for "no campaign" in the filter of the inbox. */
const RESERVED = "none";

/**
 * A campaign's tag in plain characters: "Été 2026" is "ete-2026". Null if it is empty, or if it may
 * name one person: an e-mail address, a number as long as a phone's, an id.
 */
export function readTag(text: string | null | undefined): string | null {
  if (!text || text.includes("@")) return null;
  const plain = text
    .slice(0, LONGEST_TAG * 2)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z\d._]+/g, "-")
    .slice(0, LONGEST_TAG)
    .replace(/^[-._]+|[-._]+$/g, "");
  if (plain === "" || plain === RESERVED) return null;
  return PERSONAL_DIGITS.test(plain) || UUID_LIKE.test(plain) ? null : plain;
}

type Arrival = { href: string; referer: string | null | undefined; origin: string };

/**
 * How somebody came to an address: by its campaign tags, else by the site that linked to it. Null
 * if nothing says so, or if a page of our own linked to it.
 */
export function readArrival({ href, referer, origin }: Arrival): LeadSource | null {
  const linked = findLinkingSource(referer, origin);
  const tags = href.includes("utm_") && URL.canParse(href) ? new URL(href).searchParams : null;
  const campaignSource = readTag(tags?.get("utm_source"));
  const campaignMedium = readTag(tags?.get("utm_medium"));
  const campaign = readTag(tags?.get("utm_campaign"));
  if (!campaignSource && !campaignMedium && !campaign)
    return linked && { ...NO_SOURCE, source: linked };
  const source =
    sourceOfMedium(campaignMedium) ?? sourceOfName(campaignSource ?? "") ?? linked ?? "site";
  return { source, campaign, campaignSource, campaignMedium };
}

const MEDIUMS: readonly (readonly [RegExp, Source])[] = [
  [/^(e-?mail|newsletter|infolettre|courriel)/, "email"],
  [/^(partner|partenaire|affiliate|affilie|dealer)/, "partner"],
  [/^(cpc|cpm|ppc|paid|display|banner|ads?$|retargeting)/, "ad"],
  [/^(social|sm$)/, "social"],
  [/^organic/, "search"],
];

function sourceOfMedium(medium: string | null): Source | null {
  return (medium && MEDIUMS.find(([pattern]) => pattern.test(medium))?.[1]) || null;
}

const NAMES: readonly (readonly [RegExp, Source])[] = [
  [
    /(^|[.-])(mail|webmail|outlook|gmail|newsletter|infolettre|email|com\.google\.android\.gm)([.-]|$)/,
    "email",
  ],
  [
    /(^|[.-])(google|bing|duckduckgo|ecosia|qwant|startpage|brave|baidu|yandex|googlequicksearchbox)([.-]|$)|(^|[.-])yahoo([.-]|$)/,
    "search",
  ],
  [
    /(^|[.-])(facebook|fb|instagram|ig|messenger|tiktok|twitter|x|linkedin|lnkd|youtube|youtu|pinterest|reddit|threads|snapchat|whatsapp|bsky)([.-]|$)|^t\.co$/,
    "social",
  ],
];

/** By a host such as "www.google.ca", or a name such as "facebook". */
function sourceOfName(name: string): Source | null {
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** A sign-in with Google comes back from there; nobody found us by it. */
const SIGN_IN_HOSTS: ReadonlySet<string> = new Set(["accounts.google.com"]);

function findLinkingSource(referer: string | null | undefined, origin: string): Source | null {
  if (!referer || !URL.canParse(referer)) return null;
  const { protocol, host } = new URL(referer);
  const isOwn = host === new URL(origin).host;
  if (isOwn || host === "" || SIGN_IN_HOSTS.has(host)) return null;
  if (!/^(https?|android-app):$/.test(protocol)) return null;
  return sourceOfName(host) ?? "site";
}

/** As the cookie has it: "ad~summer-2026~facebook~cpc". */
export function writeSource(from: LeadSource): string {
  const { source, campaign, campaignSource, campaignMedium } = from;
  return [source, campaign, campaignSource, campaignMedium].map((each) => each ?? "").join("~");
}

/** What anybody may have written into the cookie is read like the tags of an address. */
export function parseSource(written: string | undefined): LeadSource | null {
  const [source, campaign, campaignSource, campaignMedium] = (written ?? "").split("~");
  if (!LINK_SOURCES.some((each) => each === source) || !isSource(source)) return null;
  return {
    source,
    campaign: readTag(campaign),
    campaignSource: readTag(campaignSource),
    campaignMedium: readTag(campaignMedium),
  };
}
