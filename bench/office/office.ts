// How long the inbox takes to list, filter and search leads. It asserts nothing: README.md has the
// method and the numbers of one machine.
//   node bench/office/office.ts [leads …]
import { loadavg } from "node:os";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import {
  EVERY_LEAD,
  type InboxFilter,
  type InboxSort,
  readSearch,
} from "../../src/domain/inbox/inbox-filter.ts";
import {
  countAwaited,
  countLeads,
  listLeads,
  loadInbox,
} from "../../src/domain/inbox/inbox-queries.server.ts";
import { connectDatabase } from "../../src/platform/database/database.server.ts";
import { measureSizes, readSizes } from "../own-postgres.ts";
import { storeLeads } from "./store-leads.ts";

const RUNS = { warmUp: 5, measured: 60 };

type Question = Partial<InboxFilter> & { typed?: string; sort?: InboxSort; after?: true };

/** What is asked, by what the table calls it. `$` stands for an id that is read before. */
const QUESTIONS: Record<string, Question> = {
  "all leads": {},
  "all leads, the page after the 10,000th": { after: true },
  "by latest activity": { sort: "active" },
  "by latest activity, after the 10,000th": { sort: "active", after: true },
  "a kind": { kind: "sell_car" },
  "a stage": { stage: "contacted" },
  "an owner": { owner: "$owner" },
  "nobody's": { owner: "none" },
  "a dealership": { dealership: "$dealership" },
  "no dealership": { dealership: "none" },
  "a large province": { province: "ON" },
  "a small province": { province: "PE" },
  "a territory without leads": { province: "NU" },
  "a language": { language: "fr" },
  "a source": { source: "ad" },
  "a source without leads": { source: "event" },
  "a campaign": { campaign: "campaign-2" },
  overdue: { due: "overdue" },
  "contacted in time": { due: "met" },
  "by when they are due": { sort: "due" },
  "about a car": { hasCar: true },
  "waiting for documents": { needsDocuments: true },
  "to pass on": { isAwaited: true },
  "a day": { from: "2026-06-01", to: "2026-06-01" },
  "an old month": { from: "2025-02-01", to: "2025-02-28" },
  "all of them at once": {
    kind: "pre_approval",
    stage: "contacted",
    owner: "$owner",
    province: "ON",
    language: "en",
    from: "2026-01-01",
    typed: "toronto",
  },
  "search: a name": { typed: "Tremblay" },
  "search: a full name": { typed: "Étienne Tremblay" },
  "search: the beginning of a name": { typed: "tre" },
  "search: one letter": { typed: "t" },
  "search: a town": { typed: "toronto" },
  "search: a phone number": { typed: "416 555-0147" },
  "search: the end of a phone number": { typed: "0147" },
  "search: an e-mail address": { typed: "person4711@example.com" },
  "search: the end of a VIN": { typed: "004711" },
  "search: a car": { typed: "honda civic" },
  "search: words of a note": { typed: "rappeler apres" },
  "search: words of a message": { typed: "heated seats winter" },
  "search: words of a mail to them": { typed: "found a car near calgary" },
  "search: words of their answer": { typed: "hold civic until saturday" },
  "search: a reference": { typed: "$reference" },
  "search: nothing like it": { typed: "zzyzx" },
  "search by activity: a name": { typed: "Tremblay", sort: "active" },
  "search by activity: a town": { typed: "toronto", sort: "active" },
};

await measureSizes(readSizes([50_000]), measure);

async function measure(size: number, url: string): Promise<void> {
  connectDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const known = await storeLeads(drizzle(client), size).finally(() => client.end());
  print(
    `\n${size} leads\n\n| asked | found | list p50 ms | p95 ms | with the counts p50 ms | p95 ms |`,
  );
  print("|---|--:|--:|--:|--:|--:|");
  for (const [name, question] of Object.entries(QUESTIONS)) await ask(name, question, known);
  print(
    `\nLoad of the machine: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(", ")}`,
  );
}

async function ask(
  name: string,
  { typed = "", sort = "newest", after, ...rest }: Question,
  known: Awaited<ReturnType<typeof storeLeads>>,
): Promise<void> {
  const filter: InboxFilter = {
    ...EVERY_LEAD,
    ...rest,
    ...(rest.owner === "$owner" && { owner: known.owner }),
    ...(rest.dealership === "$dealership" && { dealership: known.dealership }),
    search: readSearch(typed === "$reference" ? known.reference : typed),
  };
  const page = { sort, after: after ? known.tenThousandth : null };
  const list = await time(() => listLeads(filter, page));
  const all = await time(() => loadInbox(filter, page));
  const found = filter.isAwaited ? await countAwaited(filter) : await countFound(filter);
  print(`| ${name} | ${found} | ${list} | ${all} |`);
}

async function countFound(filter: InboxFilter): Promise<number> {
  const counts = await countLeads(filter);
  return filter.stage ? counts[filter.stage] : counts.all;
}

/** "p50 | p95" */
async function time(work: () => Promise<unknown>): Promise<string> {
  for (let run = 0; run < RUNS.warmUp; run += 1) await work();
  const took: number[] = [];
  for (let run = 0; run < RUNS.measured; run += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(1);
  return `${at(0.5)} | ${at(0.95)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
