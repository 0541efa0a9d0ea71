import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { db, withConnection } from "#platform/database/database.server.ts";
import { findStoreFault } from "#platform/outage/store-fault.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { beforeCommit } from "./before-commit.fixture.ts";
import { CREDIT_APPLICANT } from "./credit-applicant.fixture.ts";
import { creditApplicationHandler } from "./credit-application-handler.server.ts";

useSite();

/** Ends every connection of the site, like a restart of the database. */
async function endConnections(database: string): Promise<void> {
  await withConnection(inject("testPostgres").url, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [database],
    ),
  );
}

function send(
  submissionId: string,
  more: Readonly<Record<string, string>> = {},
  handler = creditApplicationHandler,
) {
  // Its own address, because a mailbox gets only so many confirmations an hour.
  const email = `${submissionId}@example.com`;
  const answers = { ...CREDIT_APPLICANT, email, submissionId, creditCheck: "yes", ...more };
  const fields = rawFields(answers);
  const visitor = readVisitor({
    context: makeContext({ visitorHash: randomUUID(), ipAddress: newAddress() }),
  });
  return receivePost(handler, fields, visitor);
}

async function stored(submissionId: string) {
  const { rows } = await db().execute(sql`
    select (select count(*)::int from submission where id = ${submissionId}) as submissions,
      (select count(*)::int from lead where submission_id = ${submissionId}) as leads,
      (select count(*)::int from consent where submission_id = ${submissionId}) as consents,
      (select count(*)::int from data_key where record_id = ${submissionId}) as keys`);
  return rows[0];
}

test("cut off from the database in the middle nothing is acknowledged or half stored; sent again it is one", async () => {
  const { rows } = await db().execute<{ name: string }>(sql`select current_database() as name`);
  const database = rows[0]?.name ?? "";
  for (let round = 0; round < 5; round += 1) {
    const id = randomUUID();
    // For a joint application, whose second person is stored in the same transaction as the
    // submission.
    const two = {
      coApplicantFirstName: "Amir",
      coApplicantLastName: "Haddad",
      coApplicantEmail: `with-${id}@example.com`,
    };
    const cutOff = beforeCommit(() => endConnections(database));
    await expect(send(id, two, cutOff)).rejects.toThrow(/query|connection/i);
    expect(await stored(id)).toEqual({ submissions: 0, leads: 0, consents: 0, keys: 0 });
    expect(await send(id, two)).toMatchObject({ ok: true });
    expect(await send(id, two)).toMatchObject({ ok: true });
    expect(await stored(id)).toEqual({ submissions: 1, leads: 1, consents: 1, keys: 1 });
  }
});

/** The site's own role cannot make a table refuse. */
async function asOwner(statements: string): Promise<void> {
  const { rows } = await db().execute<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(inject("testPostgres").url);
  url.pathname = rows[0]?.name ?? "";
  await withConnection(url.href, (client) => client.query(statements));
}

// PostgreSQL, appendix A: 53100 is disk_full. Any of a submission's statements can cause it.
test.each(["submission", "consent", "lead", "data_key", "message"])(
  "a disk that is full when its %s is written: refused as that, nothing half stored; with room again it is one",
  async (table) => {
    const id = randomUUID();
    await asOwner(`create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger no_room before insert on ${table} for each row execute function no_room()`);
    const refused = await send(id).catch((error: unknown) => error);
    expect(findStoreFault(refused)).toBe("full");
    expect(await stored(id)).toEqual({ submissions: 0, leads: 0, consents: 0, keys: 0 });
    await asOwner("drop function no_room() cascade");
    expect(await send(id)).toMatchObject({ ok: true });
    expect(await stored(id)).toEqual({ submissions: 1, leads: 1, consents: 1, keys: 1 });
  },
);
