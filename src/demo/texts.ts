import type { reviewTable } from "#domain/review/review.table.ts";
import { pick, type Random } from "#packages/car-illustration/seeded-random";
import type { Locale } from "#values/locale.ts";
import type { BodyType, Feature } from "#values/vehicle.ts";

type Lines = readonly [string, ...string[]];

// A seller writes in one language, so these are data and not messages.
const OPENINGS: Record<Locale, Record<BodyType, string>> = {
  en: {
    suv: "Room for five and a week of groceries.",
    sedan: "Quiet on the highway and easy to park.",
    coupe: "Mostly a weekend car, kept in the garage.",
    hatchback: "Small outside, with a big trunk under the hatch.",
    truck: "Has pulled a small trailer and hauled firewood.",
    minivan: "Sliding doors, three rows, and space for the hockey bags.",
  },
  fr: {
    suv: "De la place pour cinq et l’épicerie de la semaine.",
    sedan: "Silencieuse sur l’autoroute et facile à stationner.",
    coupe: "Surtout une auto de fin de semaine, gardée au garage.",
    hatchback: "Petite à l’extérieur, avec un grand coffre sous le hayon.",
    truck: "A tiré une petite remorque et transporté du bois de chauffage.",
    minivan: "Portes coulissantes, trois rangées et de la place pour les sacs de hockey.",
  },
};

const UPKEEP: Record<Locale, Lines> = {
  en: [
    "Oil changed every 8,000 km, with the receipts.",
    "Serviced at the same garage since I bought it.",
    "New front brakes last spring.",
    "Rust-proofed every fall.",
  ],
  fr: [
    "Vidange d’huile aux 8\u00a0000\u00a0km, factures à l’appui.",
    "Entretien fait au même garage depuis l’achat.",
    "Freins avant changés le printemps dernier.",
    "Traitement antirouille chaque automne.",
  ],
};

/** In both languages, with the feature that the car then has. */
const EXTRAS: readonly [Extra, ...Extra[]] = [
  {
    en: "Winter tires on their own rims come with it.",
    fr: "Pneus d’hiver sur jantes inclus.",
    features: ["winter_tires"],
  },
  {
    en: "Heated seats, and two sets of keys.",
    fr: "Sièges chauffants et deux jeux de clés.",
    features: ["heated_seats"],
  },
  { en: "All-weather mats included.", fr: "Tapis toutes saisons inclus.", features: [] },
  { en: "Remote starter.", fr: "Démarreur à distance.", features: ["remote_starter"] },
];
type Extra = Record<Locale, string> & { features: readonly Feature[] };

const CHARGING: Record<Locale, string> = {
  en: "The charging cable comes with it.",
  fr: "Le câble de recharge est inclus.",
};

const ENDINGS: Record<Locale, Lines> = {
  en: [
    "Selling because we need one car less.",
    "A few small scratches, shown on request.",
    "Call in the evening if you can.",
  ],
  fr: [
    "Je vends parce qu’il nous faut une auto de moins.",
    "Quelques petites égratignures, à voir sur place.",
    "Appelez en soirée si possible.",
  ],
};

const AT_DEALER = "On our lot in Toronto: come by for a test drive.";

/** A few plain sentences, as a seller would write them, and the features that they mention. */
export function demoDescription(
  random: Random,
  car: { bodyType: BodyType; isElectric: boolean; isAtDealer: boolean; locale: Locale },
): { text: string; features: readonly Feature[] } {
  const { locale } = car;
  const opening = [
    OPENINGS[locale][car.bodyType],
    car.isElectric ? CHARGING[locale] : pick(random, UPKEEP[locale]),
  ];
  const extra = pick(random, EXTRAS);
  const ending = car.isAtDealer ? AT_DEALER : pick(random, ENDINGS[locale]);
  return { text: [...opening, extra[locale], ending].join(" "), features: extra.features };
}

/** Samples, marked as such wherever they are shown: nobody wrote them. Newest first. */
// oxfmt-ignore
export const DEMO_REVIEWS: readonly Omit<typeof reviewTable.$inferInsert, "id" | "state" | "publishedAt">[] = [
  { author: "Amara O.", place: "Brampton, ON", locale: "en", stars: 5, text: "I had no credit history in Canada. The questions were short and somebody explained every number." },
  { author: "Geneviève L.", place: "Sherbrooke, QC", locale: "fr", stars: 5, text: "On m’a rappelée en français. Tout était clair, même les frais." },
  { author: "Dale K.", place: "Red Deer, AB", locale: "en", stars: 5, text: "Answered the questions on my phone at lunch and picked the car myself." },
  { author: "Mathieu B.", place: "Québec, QC", locale: "fr", stars: 4, text: "Le formulaire se remplit vite. J’aurais aimé voir plus de camionnettes près de chez moi." },
  { author: "Joanne P.", place: "St. John’s, NL", locale: "en", stars: 4, text: "The nearest dealership was an hour away, but they told me so before I drove there." },
  { author: "Inès M.", place: "Moncton, NB", locale: "fr", stars: 5, text: "Personne n’a insisté. J’ai comparé trois autos avant de choisir." },
];
