import { createElement, Fragment, type ReactNode } from "react";

/** HTML attributes that have another name in React. */
const REACT_NAMES = new Map([["tabindex", "tabIndex"]]);
const ENTITIES = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["amp", "&"],
]);
/** The elements without an end tag that an article may have. */
const VOID = /^(?:br|hr|input|img)$/;
const TOKEN = /<(\/?)([a-z]\w*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g;
const ATTRIBUTE = /([\w-]+)(?:="([^"]*)")?/g;

type Open = { tag: string; props: object; children: ReactNode[] };

/**
 * The HTML of an article (render-markdown.ts writes every tag of it) as React elements: the site's
 * policy allows no text to become HTML in a browser (ui/trusted-types.ts).
 */
export function ArticleHtml({ html }: { html: string }) {
  const root: Open = { tag: "", props: {}, children: [] };
  const open = [root];
  for (const [text, end, tag, attributes = ""] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) parent.children.push(decode(text));
    else if (end) close(open);
    else {
      open.push({ tag, props: readAttributes(attributes), children: [] });
      if (VOID.test(tag)) close(open);
    }
  }
  return createElement(Fragment, null, ...root.children);
}

function close(open: Open[]): void {
  const ended = open.pop();
  if (ended) open.at(-1)?.children.push(createElement(ended.tag, ended.props, ...ended.children));
}

function readAttributes(text: string): object {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", value]) => [
      REACT_NAMES.get(name) ?? name,
      value === undefined ? true : decode(value),
    ]),
  );
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (entity, code?: string, name = "") =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES.get(name) ?? entity),
  );
}
