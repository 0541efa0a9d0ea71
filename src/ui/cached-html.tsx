import {
  type ComponentType,
  createContext,
  createElement,
  type HTMLAttributes,
  useContext,
} from "react";

/**
 * The HTML of a part with these props, in the language of the page; null where it is to be rendered
 * where it stands.
 */
export type CacheHtml = (part: ComponentType<object>, props: object) => string | null;

/** Given by whoever writes documents (entry.server.tsx); a browser has none. */
export const CacheHtmlContext = createContext<CacheHtml | null>(null);

type CachedHtmlProps<Props extends object, Unseen extends object> = HTMLAttributes<HTMLElement> & {
  as: "div" | "dl" | "nav" | "ul";
  of: ComponentType<Props & Unseen>;
  /** What JSON can say, and no more of it than the part shows. */
  props: Props;
  /** What leaves no trace in HTML, such as what a press does. */
  unseen?: Unseen;
};

/**
 * An element whose inside is a part with what it is given. A part that says the same to everybody who is given
 * the same is written once on the server, and its HTML is kept (cached-html.server.ts); in a browser it
 * is a part like any other, which finds in the document what it would have written.
 *
 * The part depends on its props and the language alone: it finds no context, such as the page's
 * address or who looks, has no id of `useId` and does not look at the clock.
 */
export function CachedHtml<Props extends object, Unseen extends object = object>({
  as,
  of: Part,
  props,
  unseen,
  ...attributes
}: CachedHtmlProps<Props, Unseen>) {
  const html = useContext(CacheHtmlContext)?.(Part as ComponentType<object>, props) ?? null;
  return html === null
    ? createElement(as, attributes, <Part {...props} {...(unseen as Unseen)} />)
    : createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}
