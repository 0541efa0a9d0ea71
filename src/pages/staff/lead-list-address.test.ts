import { expect, test } from "vitest";
import { buildLeadListPath, FIRST_ADDRESS, readLeadListAddress } from "./lead-list-address.ts";

const read = (query: string) => readLeadListAddress(new URL(`https://a.example/x?${query}`));

test.each([
  "stage=contacted&q=zo%C3%AB",
  "kind=sell_car&owner=me&dealership=none&province=QC&language=fr",
  "due=overdue&car=1&documents=1&from=2026-11-01&to=2026-11-30&sort=active&view=v&older_than=ABCD2345",
  "show=to_pass_on",
  "source=ad&campaign=summer-2026",
  "source=none&campaign=none",
  "columns=stage%2Cphone",
])("%j is read and written the same", (query) => {
  const written = new URLSearchParams(buildLeadListPath(read(query)).split("?")[1]);
  expect(new Map(written)).toEqual(new Map(new URLSearchParams(query)));
});

test.each([
  "",
  "due=soon&kind=none&stage=lost&province=ZZ&language=de&sort=name&show=all&source=x&campaign=a%40b.ca",
  "columns=stage&columns=owner&columns=due",
  "columns=name",
  "dealership=4&from=2026-13-01&to=2026-02-30&from=x",
])("%j narrows nothing", (query) => {
  expect(read(query)).toEqual(FIRST_ADDRESS);
});

test("earlier addresses say status", () => {
  expect(read("status=closed")).toEqual({ ...FIRST_ADDRESS, stage: "closed" });
});
