import { afterEach, expect, test } from "vitest";
import pg from "pg";
import { preApprovalFields, type Program, programFor, verifyPhone } from "./program.fixture.ts";
import { databaseUrlOf, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

const SUBMISSIONS = 200;
/** The kill falls in the middle: many are acknowledged, many under way, some not yet sent. */
const ACKNOWLEDGED_BEFORE_KILL = 60;

let site: Site;

afterEach(async () => {
  await site.stop();
  await removeDataDirectory(site);
});

const phoneOf = (index: number) => `+1403555${String(1000 + index)}`;
const companyOf = (index: number) => `Company ${index}`;

test(`a server killed while ${SUBMISSIONS} submissions are under way loses and doubles none`, async () => {
  site = await startSite();
  const programs: Program[] = [];
  for (let index = 0; index < SUBMISSIONS; index += 1) {
    const program = programFor(site.origin);
    await verifyPhone(program, site.origin, phoneOf(index));
    programs.push(program);
  }

  const send = (index: number) =>
    programs[index]!.post(
      "/forms/pre-approval",
      preApprovalFields({ phoneNumber: phoneOf(index), companyName: companyOf(index) }),
    );
  const acknowledged = new Map<string, string>();
  let killed: Promise<void> | undefined;
  await Promise.allSettled(
    programs.map(async (_, index) => {
      const { body } = await send(index);
      if (body["result"] !== "success") return;
      acknowledged.set(companyOf(index), String(body["reference"]));
      if (acknowledged.size >= ACKNOWLEDGED_BEFORE_KILL) killed ??= site.kill();
    }),
  );
  await killed;
  expect(acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_KILL);
  expect(acknowledged.size).toBeLessThan(SUBMISSIONS);

  site = await startSite({}, site.dataDirectory);
  const rows = await storedRows(site);

  const byCompany = Map.groupBy(rows, ({ company }) => company);
  for (const [company, reference] of acknowledged) {
    const stored = byCompany.get(company) ?? [];
    expect(stored, `${company} was acknowledged`).toHaveLength(1);
    expect(stored[0]?.reference).toBe(reference);
  }
  for (const row of rows) {
    // Whole: every submission, acknowledged or not, has its lead, and a delivery has its job.
    expect(row, `${row.company} is whole`).toMatchObject({ leads: 1, events: true });
    expect(row.jobs).toBe(row.deliveries);
  }
  expect(rows.every(({ company }) => (byCompany.get(company) ?? []).length === 1)).toBe(true);
});

type StoredRow = {
  company: string;
  reference: string;
  leads: number;
  deliveries: number;
  jobs: number;
  events: boolean;
};

async function storedRows(from: Site): Promise<StoredRow[]> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(from) });
  await client.connect();
  try {
    const { rows } = await client.query<StoredRow>(`
      select s.answers->>'companyName' as company, s.reference,
        (select count(*)::int from lead l where l.submission_id = s.id) as leads,
        (select count(*)::int from delivery d join lead l on l.id = d.lead_id where l.submission_id = s.id) as deliveries,
        (select count(*)::int from pgboss.job j join delivery d on d.id::text = j.data->>'deliveryId'
          join lead l on l.id = d.lead_id where l.submission_id = s.id and j.name = 'delivery') as jobs,
        exists (select 1 from lead_event e join lead l on l.id = e.lead_id where l.submission_id = s.id) as events
      from submission s`);
    return rows;
  } finally {
    await client.end();
  }
}
