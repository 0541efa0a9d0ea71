import { db } from "#platform/database/database.server.ts";
import { dealershipTable } from "./dealership.table.ts";

type DealershipRow = typeof dealershipTable.$inferInsert;

/** Stores a dealership, near Toronto unless `changes` says otherwise, that takes no leads yet. */
export async function storeDealershipRow(changes: Partial<DealershipRow> = {}) {
  const [stored] = await db()
    .insert(dealershipTable)
    .values({
      name: "Lakeshore Auto",
      leadEmail: "leads@lakeshore.example",
      phone: "+14165550171",
      streetAddress: "1 Example Street",
      city: "Toronto",
      provinceCode: "ON",
      postalCode: "M5V 0A1",
      lat: 43.65,
      lon: -79.38,
      servedProvinces: ["ON"],
      servedRadiusKm: 100,
      takesLeadKinds: [],
      ...changes,
    })
    .returning();
  if (!stored) throw new Error("No dealership was stored.");
  return stored;
}

/** The columns of a dealership in Calgary that serves its province. */
export const IN_CALGARY = {
  phone: "+14035550171",
  city: "Calgary",
  provinceCode: "AB",
  postalCode: "T2P 1J9",
  lat: 51.05,
  lon: -114.07,
  servedProvinces: ["AB"],
} satisfies Partial<DealershipRow>;
