import { seededRandom } from "#packages/car-illustration/seeded-random";
import { DEMO_MODELS, type DemoModel, INVENTORY_PLAN } from "./inventory.ts";
import { type DemoListing, demoListing, type DemoSeller } from "./listings.ts";
import { DEMO_SELLERS } from "./people.ts";
import { demoCity } from "./cities.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * There are one or two cars of each model for sale: a price rating needs some more, a narrow range
 * many.
 */
const SOLD_OF_EACH = 2;
const SOLD_OF_MOST_WANTED = 8;
const MOST_WANTED = ["Civic", "RAV4", "F-150"];
const IDS_FROM = 1_000;

/**
 * Cars that were sold over the last five months, so that the demo's price estimates have
 * comparables. Each has the same picture as one of `drawn`: the first start makes no more pictures.
 */
export function demoSoldCars(
  at: Date,
  sellerOf: (key: string) => DemoSeller,
  drawn: readonly DemoListing[],
): DemoListing[] {
  const random = seededRandom("demo cars sold before");
  const isMostWanted = ({ model }: DemoModel) => MOST_WANTED.includes(model);
  const wanted = DEMO_MODELS.toSorted(
    (a, b) => Number(isMostWanted(b)) - Number(isMostWanted(a)),
  ).flatMap((demoModel) =>
    Array.from(
      { length: isMostWanted(demoModel) ? SOLD_OF_MOST_WANTED : SOLD_OF_EACH },
      () => demoModel,
    ),
  );
  return wanted.map((demoModel, index) => {
    // Private sellers in turn: the demo's own accounts keep the cars that their pages show.
    const seller = DEMO_SELLERS[index % DEMO_SELLERS.length];
    const cities = INVENTORY_PLAN.find((plan) => plan.seller === seller?.key)?.cities ?? [];
    const city = cities[index % cities.length];
    if (!seller || !city) throw new Error(`The demo cannot sell a ${demoModel.model}.`);
    const soldDaysAgo = 20 + random() * 130;
    const listing = demoListing(random, {
      index: IDS_FROM + index,
      model: demoModel,
      city: demoCity(city),
      seller: sellerOf(seller.key),
      postedAt: new Date(at.getTime() - (soldDaysAgo + 6 + random() * 30) * DAY_MS),
      soldAt: new Date(at.getTime() - soldDaysAgo * DAY_MS),
      thisYear: at.getUTCFullYear(),
    });
    const alike = drawn.filter(({ bodyType }) => bodyType === demoModel.bodyType);
    const { illustration, exteriorColour } = alike[index % alike.length] ?? listing;
    return { ...listing, illustration, exteriorColour };
  });
}
