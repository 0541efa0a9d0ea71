import {
  type ComponentType,
  createContext,
  createElement,
  type HTMLAttributes,
  useContext,
} from "react";

/**
 * The HTML of a component with these props, in the page's language; null if it must be rendered in
 * place.
 */
export type CacheHtml = (part: ComponentType<object>, props: object) => string | null;

/** Provided when the server renders documents (entry.server.tsx); absent in a browser. */
export const CacheHtmlContext = createContext<CacheHtml | null>(null);

type CachedHtmlProps<Props extends object, Unseen extends object> = HTMLAttributes<HTMLElement> & {
  as: "div" | "dl" | "nav" | "ul";
  of: ComponentType<Props & Unseen>;
  /** JSON values, and only those that the component shows. */
  props: Props;
  /** Props that do not change the HTML, such as event handlers. */
  unseen?: Unseen;
};

/**
 * An element that contains a component with its props. If the component's HTML is the same for
 * everybody with the same props, the server renders it once and caches it (cached-html.server.ts).
 * In a browser it is an ordinary component, which hydrates that HTML.
 * The component must depend on its props and the language only: it may read no context, such as the
 * page's address or the user, use no id of `useId`, and not read the clock.
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
