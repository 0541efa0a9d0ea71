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
  /** Where others review the business; null where nowhere. */
  reviewPageUrl: string | null;
  /** Ways into the stock, from the foot of every page. */
  landings: { path: string; name: string }[];
};

const LANDINGS_OF_A_KIND = 5;

/** What header, footer and chat button show on every public page. */
export async function loadLayout(context: Readonly<RouterContextProvider>): Promise<LayoutData> {
  const { user, theme } = readVisitor({ context });
  // A footer without these links is no reason to withhold the page above it.
  const popular = await loadPopularLandings(LANDINGS_OF_A_KIND).catch(() => []);
  return {
    user: user && { name: user.name, email: user.email, worksLeads: may(user, "seeLeads") },
    theme,
    chatNumber: formatChatNumber(),
    isDemo: env().DEMO,
    year: now().getFullYear(),
    reviewPageUrl: findReviewsElsewhere().pageUrl,
    // Their names only: what they are about would be twice as much for every page to write.
    landings: popular.flatMap(({ landings }) =>
      landings.map(({ path, subject }) => ({ path, name: nameLanding(subject) })),
    ),
  };
}

/** Whether pages that exist only to show the demonstration answer at all. */
export function isDemoMode(): boolean {
  return env().DEMO;
}

/** The site's origin as this visitor sees it, such as `https://cars.example.ca`. */
export function readRequestOrigin(context: Readonly<RouterContextProvider>): string {
  return readVisitor({ context }).origin;
}
