/** How the popup tells the page that opened it where to go on. */
export const GOOGLE_CHANNEL = "google-sign-in";
