import { type MouseEvent, useEffect } from "react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { SignOutForm } from "#pages/session/sign-out-form.tsx";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { forgetAccessToken } from "#ui/access-token.ts";
import { Link } from "#ui/link.tsx";
import { readyToLeave } from "#ui/before-leaving.ts";
import { hrefIn, pathWithoutLocale } from "#ui/locale-href.ts";
import { languageTag } from "#values/locale.ts";
import type { LayoutData } from "./layout.server.ts";

/**
 * The links of the header and the menu: the cars, then SPEC §2's six in its order. Texts are looked
 * up when the page is rendered.
 */
export function mainLinks() {
  return [
    { to: paths.cars(), label: m.layout_cars(), end: false },
    { to: paths.home(), label: m.layout_home(), end: true },
    ...(isOffered("sell_car") ? [{ to: paths.sellCar(), label: m.layout_sell(), end: false }] : []),
    ...(isOffered("pre_approval")
      ? [{ to: paths.preApproval(), label: m.layout_approved(), end: false }]
      : []),
    { to: paths.about(), label: m.layout_about(), end: false },
    { to: paths.blog(), label: m.layout_blog(), end: false },
    { to: paths.contact(), label: m.layout_contact(), end: false },
  ];
}

export function exploreLinks() {
  return [
    { to: paths.cars(), label: m.layout_cars() },
    { to: paths.home(), label: m.layout_home() },
    ...(isOffered("pre_approval") ? [{ to: paths.preApproval(), label: m.layout_approved() }] : []),
    { to: paths.blog(), label: m.layout_blog() },
    { to: paths.faq(), label: m.layout_faq() },
  ];
}

export function legalLinks() {
  return [
    { to: paths.terms(), label: m.layout_terms() },
    { to: paths.privacy(), label: m.layout_privacy() },
    { to: paths.cookies(), label: m.layout_cookies() },
    { to: paths.accessibility(), label: m.layout_accessibility() },
  ];
}

/** "Sign in"; or the signed-in user, a sign-out button and, for staff, a link to the inbox. */
export function AccountLinks({
  user,
  buttonClass,
}: {
  user: LayoutData["user"];
  buttonClass: string;
}) {
  const email = user?.email ?? null;
  useEffect(() => {
    // The token is also deleted after signing out in another tab or without JavaScript, or by
    // timeout.
    if (email === null) forgetAccessToken();
    // Only signed-in users need the script of the calls.
    else void import("#ui/call.ts").then(({ prefetchToken }) => prefetchToken(email));
  }, [email]);
  if (!user) {
    return (
      <Link className={buttonClass} to={paths.signIn()}>
        {m.layout_sign_in()}
      </Link>
    );
  }
  return (
    <>
      <Link className="account-name link truncate text-sm" to={paths.account()}>
        <span className="sr-only">{m.layout_your_account({ name: user.name })}</span>
        <span aria-hidden>{user.name}</span>
      </Link>
      {user.worksLeads && (
        <Link className={buttonClass} to={paths.leads()}>
          {m.layout_inbox()}
        </Link>
      )}
      <SignOutForm className={buttonClass}>{m.layout_sign_out()}</SignOutForm>
    </>
  );
}

/** The script that few visitors need is fetched when they need it. */
async function leaveWithTyping(path: string): Promise<void> {
  const { carryTyping } = await import("#ui/carry-typing.ts");
  carryTyping(path);
  await readyToLeave();
}

/**
 * The same page in the other language, with its query. A plain link: a page's language is set when
 * its document loads. What was typed is kept: a draft's is on the server, after its save has ended,
 * and any other form's is carried along.
 */
export function LanguageLink({
  className,
  isShort = false,
}: {
  className: string;
  isShort?: boolean;
}) {
  const { pathname, search } = useLocation();
  const other = getLocale() === "fr" ? "en" : "fr";
  const href = hrefIn(pathname + search, other);
  const saveTyped = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void leaveWithTyping(pathWithoutLocale(pathname)).finally(() => location.assign(href));
  };
  return (
    <a
      className={className}
      href={href}
      onClick={saveTyped}
      lang={languageTag[other]}
      hrefLang={languageTag[other]}
      aria-label={isShort ? `${m.layout_language_short()}, ${m.layout_language()}` : undefined}
    >
      {isShort ? m.layout_language_short() : m.layout_language()}
    </a>
  );
}
