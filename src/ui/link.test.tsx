import { renderToStaticMarkup } from "react-dom/server";
import { type LinkProps, Link as RouterLink, MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { Link } from "./link.tsx";

const ADDRESSES = [
  "/",
  "/about",
  "/cars/honda/civic",
  "/cars?make=Honda&priceMax=20000",
  "/about/",
  "/about#who",
  "/about?",
  "/blogs/a.b/..",
  "/cars/a//b",
  "/cars/%C3%A9",
];
const PROPS: Omit<LinkProps, "to">[] = [
  { children: "Cars" },
  { className: "button", "aria-label": "Cars", children: <b>Cars</b> },
  { prefetch: "intent", preventScrollReset: true, replace: true, state: { from: 1 } },
  { reloadDocument: true, relative: "path", target: "_blank", rel: "noopener" },
  { discover: "none", viewTransition: true, onClick: () => {} },
];

it.each(ADDRESSES)("says of a link to %s what the router says", (to) => {
  for (const props of PROPS) {
    expect(draw(<Link to={to} {...props} />)).toBe(draw(<RouterLink to={to} {...props} />));
  }
});

function draw(link: React.ReactNode): string {
  return renderToStaticMarkup(<MemoryRouter initialEntries={["/cars"]}>{link}</MemoryRouter>);
}
