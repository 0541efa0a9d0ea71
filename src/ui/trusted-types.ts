/** What a page's own code may insert where text could become code; the server knows all of it. */
export type OwnScripts = {
  /** The text of the script that is inserted into the page. */
  code: string;
  /** Addresses of scripts and of the service worker. */
  urls: readonly (string | null)[];
};

/** The HTML by which React creates a script element without running it. */
const INERT_SCRIPT = "<script></script>";

type Policy = Readonly<Record<"createHTML" | "createScript" | "createScriptURL", Check>>;
type Check = (text: string) => string | null;

type TrustedTypesWindow = {
  trustedTypes?: { createPolicy(name: string, policy: Policy): unknown };
};

/**
 * The only policy that the site's pages allow (`trusted-types default`, security-headers.ts);
 * browsers call it wherever a string would become HTML or code. It allows exactly the texts that
 * the page was sent with, and refuses everything else, so text from a visitor can never run.
 * React's data for search engines (JSON, its `<` escaped) is allowed as text that opens no tag.
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
