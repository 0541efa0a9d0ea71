import { renderToStaticMarkup } from "react-dom/server";
import {
  type LinkProps,
  Link as RouterLink,
  MemoryRouter,
  NavLink as RouterNavLink,
} from "react-router";
import { expect, it } from "vitest";
import { Link, NavLink } from "./link.tsx";

const ADDRESSES = [
  "/",
  "/about",
  "/cars/honda/civic",
  "/cars?make=Honda&priceMax=20000",
  "/about/",
  "/about#who",
  "/about?a=b?c&d=é#who?",
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

it.each(["/", "/cars", "/cars/", "/CARS/honda", "/carsharing", "/cars/honda?a=1"])(
  "says of a menu's link on %s what the router says",
  (page) => {
    for (const to of [...ADDRESSES, "/cars", "/cars/honda", "/Cars"]) {
      for (const props of [
        {},
        { end: true },
        { className: "site-menu__link", end: false },
        { caseSensitive: true, "aria-current": "true" } as const,
      ])
        expect(
          draw(
            <NavLink to={to} {...props}>
              Cars
            </NavLink>,
            page,
          ),
          to,
        ).toBe(
          draw(
            <RouterNavLink to={to} {...props}>
              Cars
            </RouterNavLink>,
            page,
          ),
        );
    }
  },
);

function draw(link: React.ReactNode, page = "/cars"): string {
  return renderToStaticMarkup(<MemoryRouter initialEntries={[page]}>{link}</MemoryRouter>);
}
