import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps as RouterNavLinkProps,
} from "react-router";
import { hrefIn } from "./locale-href.ts";

type LinkProps = Omit<RouterLinkProps, "to"> & { to: string };

/** A link inside the site. `to` is an address of `paths.ts`; the visitor's language is put in front. */
export function Link({ to, ...rest }: LinkProps) {
  const href = hrefIn(to);
  return import.meta.env.SSR && RESOLVED.test(href) ? (
    <LinkAsWritten href={href} {...rest} />
  ) : (
    <RouterLink to={href} {...rest} />
  );
}

/** Addresses that the router would write as they are: nothing to resolve, nothing to leave out. */
const RESOLVED = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/**
 * What the router writes of a link, without finding out where it leads from here: on the server nobody
 * presses it, and a page has a hundred.
 */
function LinkAsWritten({
  href,
  discover = "render",
  prefetch: _prefetch,
  relative: _relative,
  reloadDocument: _reloadDocument,
  replace: _replace,
  mask: _mask,
  state: _state,
  preventScrollReset: _preventScrollReset,
  viewTransition: _viewTransition,
  defaultShouldRevalidate: _defaultShouldRevalidate,
  target,
  children,
  ...rest
}: Omit<LinkProps, "to"> & { href: string }) {
  return (
    <a
      {...rest}
      href={href}
      target={target}
      data-discover={discover === "render" ? "true" : undefined}
    >
      {children}
    </a>
  );
}

/** A link of a menu: carries `aria-current="page"` on its page and, without `end`, below it. */
export function NavLink({ to, ...rest }: Omit<RouterNavLinkProps, "to"> & { to: string }) {
  return <RouterNavLink to={hrefIn(to)} {...rest} />;
}
