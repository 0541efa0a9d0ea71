import type { reviewTable } from "#domain/review/review.table.ts";

/** Samples, marked as such wherever they are shown: nobody wrote them. Newest first. */
// oxfmt-ignore
export const DEMO_REVIEWS: readonly Omit<typeof reviewTable.$inferInsert, "id" | "publishedAt">[] = [
  { author: "Amara O.", place: "Brampton, ON", locale: "en", stars: 5, text: "I had no credit history in Canada. The questions were short and somebody explained every number." },
  { author: "Geneviève L.", place: "Sherbrooke, QC", locale: "fr", stars: 5, text: "On m’a rappelée en français. Tout était clair, même les frais." },
  { author: "Dale K.", place: "Red Deer, AB", locale: "en", stars: 5, text: "Answered the questions on my phone at lunch and picked the car myself." },
  { author: "Mathieu B.", place: "Québec, QC", locale: "fr", stars: 4, text: "Le formulaire se remplit vite. J’aurais aimé voir plus de camionnettes près de chez moi." },
  { author: "Joanne P.", place: "St. John’s, NL", locale: "en", stars: 4, text: "The nearest dealership was an hour away, but they told me so before I drove there." },
  { author: "Inès M.", place: "Moncton, NB", locale: "fr", stars: 5, text: "Personne n’a insisté. J’ai comparé trois autos avant de choisir." },
];
