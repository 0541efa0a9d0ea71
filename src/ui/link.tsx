import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps as RouterNavLinkProps,
} from "react-router";
import { hrefIn } from "./locale-href.ts";

/** A link inside the site. `to` is an address of `paths.ts`; the visitor's language is put in front. */
export function Link({ to, ...rest }: Omit<RouterLinkProps, "to"> & { to: string }) {
  return <RouterLink to={hrefIn(to)} {...rest} />;
}

/** A link of a menu: carries `aria-current="page"` on its page and, without `end`, below it. */
export function NavLink({ to, ...rest }: Omit<RouterNavLinkProps, "to"> & { to: string }) {
  return <RouterNavLink to={hrefIn(to)} {...rest} />;
}
