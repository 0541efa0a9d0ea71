import { listActiveDealerships } from "#domain/dealership/dealership-queries.server.ts";
import { cacheRead } from "#platform/database/cached-reads.server.ts";
import { env } from "#platform/env/env.server.ts";
import type { ProvinceCode } from "#values/province.ts";

/** The cities of one province in which a dealership takes leads. */
export type ServedProvince = { provinceCode: ProvinceCode; cities: string[] };

/** The demo's dealerships are invented, and a page with their names says so. */
export function isDemoMode(): boolean {
  return env().DEMO;
}

export const listServedProvinces = cacheRead(readServedProvinces, { most: 1 });

async function readServedProvinces(): Promise<ServedProvince[]> {
  const dealerships = await listActiveDealerships();
  const groups = Map.groupBy(dealerships, ({ provinceCode }) => provinceCode);
  return [...groups].map(([provinceCode, state]) => ({
    provinceCode,
    cities: [...new Set(state.map(({ city }) => city))],
  }));
}
