/** What a page's own code may put where text could become code; all of it is known to the server. */
export type OwnScripts = {
  /** The text of a script that is put into the page. */
  code: string;
  /** Addresses of scripts and of the service worker. */
  urls: readonly (string | null)[];
};

/** How React makes the element of a script without running it. */
const INERT_SCRIPT = "<script></script>";

type Policy = Readonly<Record<"createHTML" | "createScript" | "createScriptURL", Check>>;
type Check = (text: string) => string | null;

type TrustedTypesWindow = {
  trustedTypes?: { createPolicy(name: string, policy: Policy): unknown };
};

/**
 * The only policy that the site's pages allow (`trusted-types default`, security-headers.ts), and so the
 * one that browsers ask wherever a string would become HTML or code. It knows by their very text what the
 * page was sent with, and refuses all else: text of a visitor runs nowhere, whoever puts it there.
 * React's statements for search engines (JSON, its `<` escaped) pass as text that opens no tag.
 */
export function trustOwnScripts({ code, urls }: OwnScripts): void {
  const allow =
    (isKnown: (text: string) => boolean): Check =>
    (text) =>
      isKnown(text) ? text : null;
  (window as Window & TrustedTypesWindow).trustedTypes?.createPolicy("default", {
    createHTML: allow((html) => html === INERT_SCRIPT || !html.includes("<")),
    createScript: allow((script) => script === code),
    createScriptURL: allow((url) => urls.includes(url)),
  });
}
