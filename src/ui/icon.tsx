import { createElement, type SVGProps } from "react";

/** The data in an icon's module of lucide-react: its shapes, each an element with attributes. */
export type IconData = {
  name: string;
  aliases?: readonly string[];
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
};

/**
 * The component of one icon. The build uses it for the icons of lucide-react in place of the
 * library's own (vite.config.ts), which computes all attributes again on each render: a page has
 * fifty icons, a tenth of its time. The HTML is the same, as long as an icon gets attributes and
 * classes only, and none of the library's sizes, colours and contexts.
 */
export function createIcon({ name, aliases = [], node }: IconData) {
  const own = ["lucide", ...[name, ...aliases].map((each) => `lucide-${each}`)].join(" ");
  const shapes = import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: node.map(write).join("") } }
    : { children: node.map(([tag, attributes]) => createElement(tag, attributes)) };
  return function Icon({ className, ...rest }: Omit<SVGProps<SVGSVGElement>, "children">) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className ? `${own} ${className}` : own}
        aria-hidden={isNamed(rest) ? undefined : "true"}
        {...rest}
        {...shapes}
      />
    );
  };
}

/** HTML as React writes it. The values are the library's: numbers and paths, nothing to escape. */
function write([tag, { key: _key, ...attributes }]: IconData["node"][number]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join("")}></${tag}>`;
}

function isNamed(attributes: object): boolean {
  for (const name in attributes)
    if (name.startsWith("aria-") || name === "role" || name === "title") return true;
  return false;
}
