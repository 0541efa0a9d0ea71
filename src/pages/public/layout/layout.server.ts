import type { RouterContextProvider } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { nameLanding } from "#domain/landing/landing-name.ts";
import { loadPopularLandings } from "#pages/public/cars/landing.server.ts";
import { formatChatNumber } from "#pages/public/information/contact.server.ts";
import { findReviewsElsewhere } from "#pages/public/review/reviews.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { env } from "#platform/env/env.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

export type LayoutData = {
  user: { name: string; email: string; worksLeads: boolean } | null;
  theme: "light" | "dark" | "system";
  chatNumber: string;
  isDemo: boolean;
  year: number;
  /** The page of another company where customers review the business; null if there is none. */
  reviewPageUrl: string | null;
  /** Landing pages of cars for sale, linked from the footer of every page. */
  landings: { path: string; name: string }[];
};

const LANDINGS_OF_A_KIND = 5;

/** The data of header, footer and chat button on every public page. */
export async function loadLayout(context: Readonly<RouterContextProvider>): Promise<LayoutData> {
  const { user, theme } = readVisitor({ context });
  // If these links fail to load, the page is shown without them.
  const popular = await loadPopularLandings(LANDINGS_OF_A_KIND).catch(() => []);
  return {
    user: user && { name: user.name, email: user.email, worksLeads: may(user, "seeLeads") },
    theme,
    chatNumber: formatChatNumber(),
    isDemo: env().DEMO,
    year: now().getFullYear(),
    reviewPageUrl: findReviewsElsewhere().pageUrl,
    // Only their names: their subjects would double the data of every page.
    landings: popular.flatMap(({ landings }) =>
      landings.map(({ path, subject }) => ({ path, name: nameLanding(subject) })),
    ),
  };
}

/** Whether the pages that only demonstrate something exist. */
export function isDemoMode(): boolean {
  return env().DEMO;
}

/** The site's origin as this visitor sees it, such as `https://cars.example.ca`. */
export function readRequestOrigin(context: Readonly<RouterContextProvider>): string {
  return readVisitor({ context }).origin;
}
