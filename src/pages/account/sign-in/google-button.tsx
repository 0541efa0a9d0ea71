import { type MouseEvent, useEffect } from "react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** Google in a popup; without JavaScript, or where popups are blocked, in the same window. */
export function GoogleButton({ returnTo }: { returnTo: string | null }) {
  useEffect(() => {
    // Not window.opener: Cross-Origin-Opener-Policy removes it after the popup has visited Google.
    const channel = new BroadcastChannel(GOOGLE_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string" && data.startsWith("/")) location.assign(data);
    };
    return () => channel.close();
  }, []);
  const address = (extra: Record<string, string>) =>
    `${hrefIn(paths.googleSignIn())}?${new URLSearchParams({ ...(returnTo ? { returnTo } : {}), ...extra })}`;
  const openPopup = (event: MouseEvent<HTMLAnchorElement>) => {
    const popup = window.open(address({ popup: "1" }), "google-sign-in", "width=480,height=680");
    if (popup) event.preventDefault();
  };
  return (
    <a className="button button--ghost w-full" href={address({})} onClick={openPopup}>
      <GoogleMark />
      {m.account_google_button()}
    </a>
  );
}

/** In Google's own colours, as its branding guidelines for sign-in buttons ask. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden>
      <path
        fill="#4285F4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path
        fill="#FBBC05"
        d="M5.84 14.1a6.6 6.6 0 0 1 0-4.2V7.06H2.18a11 11 0 0 0 0 9.88l3.66-2.84z"
      />
      <path
        fill="#EA4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A11 11 0 0 0 2.18 7.06l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38z"
      />
    </svg>
  );
}

/** The channel on which the popup tells the page that opened it where to go. */
export const GOOGLE_CHANNEL = "google-sign-in";
