import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";

/** The header's and the menu's links (SPEC §2); words are looked up when the page is drawn. */
export function mainLinks() {
  return [
    { to: paths.home(), label: m.layout_home(), end: true },
    { to: paths.sellCar(), label: m.layout_sell(), end: false },
    { to: paths.preApproval(), label: m.layout_approved(), end: false },
    { to: paths.about(), label: m.layout_about(), end: false },
    { to: paths.blog(), label: m.layout_blog(), end: false },
    { to: paths.contact(), label: m.layout_contact(), end: false },
  ];
}

export function exploreLinks() {
  return [
    { to: paths.home(), label: m.layout_home() },
    { to: paths.preApproval(), label: m.layout_approved() },
    { to: paths.blog(), label: m.layout_blog() },
    { to: paths.faq(), label: m.layout_faq() },
  ];
}

export function legalLinks() {
  return [
    { to: paths.terms(), label: m.layout_terms() },
    { to: paths.privacy(), label: m.layout_privacy() },
    { to: paths.cookies(), label: m.layout_cookies() },
  ];
}
