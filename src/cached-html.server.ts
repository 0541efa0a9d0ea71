import { LRUCache } from "lru-cache";
import { type ComponentType, createElement, Fragment } from "react";
import { renderToString } from "react-dom/server";
import { getLocale } from "#messages/runtime.js";
import type { CacheHtml } from "#ui/cached-html.tsx";

const MOST_BYTES = 8 * 1024 * 1024;

const cache = new LRUCache<string, string>({
  maxSize: MOST_BYTES,
  // Two bytes a letter where one of them is beyond Latin 1, such as an apostrophe in French.
  sizeCalculation: (html, key) => 2 * (html.length + key.length) + 200,
});

/** In an id of `useId`, which would not be the one that a browser makes where the part stands. */
const OWN_IDS = "kept-part-";
/** What React writes where a part was not ready, or failed; and ahead of one, for a picture of it. */
const UNFIT = [OWN_IDS, "<!--$!-->", '<link rel="preload"'];

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/**
 * Renders a part of pages by itself, once for all who are given the same. React takes ten times as long
 * for as many elements as they take to be copied. What cannot stand apart is left to its place.
 */
export const cacheHtml: CacheHtml = (part, props) => {
  const key = `${numberOf(part)} ${getLocale()} ${JSON.stringify(props)}`;
  const known = cache.get(key);
  if (known !== undefined) return known === NOT_APART ? null : known;
  const html = renderApart(part, props);
  cache.set(key, html ?? NOT_APART);
  return html;
};

/** No part writes this. */
const NOT_APART = "<not apart>";

/**
 * React finds out from a counter of its own whether a component has asked for an id, also the one that
 * this is called in: whatever was rendered last there must have asked for none.
 */
const Last = () => null;

function renderApart(part: ComponentType<object>, props: object): string | null {
  const apart = createElement(Fragment, null, createElement(part, props), createElement(Last));
  try {
    const html = renderToString(apart, { identifierPrefix: OWN_IDS });
    return UNFIT.some((each) => html.includes(each)) ? null : html;
  } catch {
    renderToString(createElement(Last));
    // It asks for what surrounds it: where it stands it will be told, or fail for all to see.
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
