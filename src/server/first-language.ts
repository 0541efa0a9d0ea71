import type { MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { paths } from "#site/paths.ts";
import { hrefIn, localeOfPath } from "#ui/locale-href.ts";
import { COOKIE_SECONDS, type CookieName } from "#values/cookies.ts";
import type { Locale } from "#values/locale.ts";
import type { ServerEnv } from "./visitor.ts";

const COOKIE = "language" satisfies CookieName;

type LanguageRequest = {
  path: string;
  origin: string;
  referer: string | undefined;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
};

type LanguageChoice = {
  /** The answer depends on the headers above: it says so to caches. */
  isOpen: boolean;
  /** To French, instead of an answer. */
  isLedAway: boolean;
  /** To be remembered of this browser. */
  chosen: Locale | null;
};

/**
 * The language of an address is its own. Only the bare address of the site, which people type, says
 * none: there the language counts that somebody chose here before, then what the browser asks for.
 * Whoever comes to it from a page of ours stays where its link leads.
 */
export function chooseLanguage(requested: LanguageRequest): LanguageChoice {
  const { path, origin, referer, cookie = "", acceptLanguage } = requested;
  const isBare = path === paths.home();
  if (!isBare && !referer) return { isOpen: false, isLedAway: false, chosen: null };
  const cameFrom = findOwnPage(referer, origin);
  const before = parse(cookie, COOKIE)[COOKIE];
  const isOpen = isBare && cameFrom === null;
  const locale = localeOfPath(path);
  // No link of a page leads to the other language but the one that changes it.
  const isChange = cameFrom !== null && cameFrom !== locale && before !== locale;
  return {
    isOpen,
    isLedAway: isOpen && (before ?? preferredLanguage(acceptLanguage)) === "fr",
    chosen: isChange ? locale : null,
  };
}

/** Of an answer that was chosen so. */
export const OPEN_LANGUAGE_VARY = "Accept-Language, Cookie";

export const chooseFirstLanguage: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const { method, path } = context.req;
  if (method !== "GET" && method !== "HEAD") return next();
  const { origin } = context.get("forwarded");
  const { isOpen, isLedAway, chosen } = chooseLanguage({
    path,
    origin,
    referer: context.req.header("referer"),
    cookie: context.req.header("cookie"),
    acceptLanguage: context.req.header("accept-language"),
  });
  if (isLedAway) {
    const { search } = new URL(context.req.url);
    context.res = context.redirect(hrefIn(paths.home(), "fr") + search, 302);
  } else {
    await next();
  }
  // Not by the context, which would send the body through another answer.
  if (isOpen) context.res.headers.append("vary", OPEN_LANGUAGE_VARY);
  if (chosen !== null)
    setCookie(context, COOKIE, chosen, {
      path: "/",
      maxAge: COOKIE_SECONDS[COOKIE],
      httpOnly: true,
      sameSite: "Lax",
      secure: origin.startsWith("https:"),
    });
};

/** The language of the page of this site that led here, or null. */
function findOwnPage(referer: string | undefined, origin: string): Locale | null {
  if (!referer || !URL.canParse(referer)) return null;
  const page = new URL(referer);
  return page.origin === origin ? localeOfPath(page.pathname) : null;
}

/** Of the site's languages the one that an Accept-Language (RFC 9110 §12.5.4) puts first; else null. */
export function preferredLanguage(header = ""): Locale | null {
  const weighed = header.split(",").flatMap((range): { locale: Locale; weight: number }[] => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const locale = /^(en|fr)(-|$)/.exec(tag)?.[1];
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
    return locale === "en" || locale === "fr" ? [{ locale, weight: Number(weight) }] : [];
  });
  const wanted = weighed.filter(({ weight }) => weight > 0);
  return wanted.toSorted((one, other) => other.weight - one.weight)[0]?.locale ?? null;
}
