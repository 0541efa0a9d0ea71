import { LRUCache } from "lru-cache";
import { type ComponentType, createElement, Fragment } from "react";
import { renderToString } from "react-dom/server";
import { getLocale } from "#messages/runtime.js";
import { site } from "#site/site.ts";
import type { CacheHtml } from "#ui/cached-html.tsx";

const MOST_BYTES = 8 * 1024 * 1024;

const cache = new LRUCache<string, string>({
  maxSize: MOST_BYTES,
  // Two bytes per letter if one of them is outside Latin 1, such as an apostrophe in French.
  sizeCalculation: (html, key) => 2 * (html.length + key.length) + 200,
});

/**
 * The prefix of `useId` ids here. Such an id would differ from the one that a browser makes in
 * place.
 */
const OWN_IDS = "kept-part-";
/**
 * What React writes for a part that was not ready or failed; and before a part, to preload a
 * picture.
 */
const UNFIT = [OWN_IDS, "<!--$!-->", '<link rel="preload"'];

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/**
 * Renders a component of a page separately, once for all equal props. React takes ten times as long
 * to render elements as to copy their HTML. A component that cannot be rendered separately is
 * rendered in place.
 */
export const cacheHtml: CacheHtml = (part, props) => {
  // Parts show facts about the company (site.ts), which an administrator changes.
  const key = `${numberOf(part)} ${getLocale()} ${JSON.stringify([props, site])}`;
  const known = cache.get(key);
  if (known !== undefined) return known === NOT_APART ? null : known;
  const html = renderApart(part, props);
  cache.set(key, html ?? NOT_APART);
  return html;
};

/** No component writes this. */
const NOT_APART = "<not apart>";

/**
 * React keeps a counter of whether the current component has used an id, also the component in
 * which this is called: so the last component rendered here must not use one.
 */
const Last = () => null;

function renderApart(part: ComponentType<object>, props: object): string | null {
  const apart = createElement(Fragment, null, createElement(part, props), createElement(Last));
  try {
    const html = renderToString(apart, { identifierPrefix: OWN_IDS });
    return UNFIT.some((each) => html.includes(each)) ? null : html;
  } catch {
    renderToString(createElement(Last));
    // It needs a context around it: in place it gets that, or fails visibly.
    return null;
  }
}

function numberOf(part: object): number {
  const known = numbers.get(part);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(part, lastNumber);
  return lastNumber;
}
