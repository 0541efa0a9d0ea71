import { today } from "#platform/clock/clock.server.ts";
import pg from "pg";
import { toFacts } from "#domain/setting/facts-of-settings.ts";
import { parseSettings } from "#domain/setting/setting.ts";
import { findPrimary } from "#platform/database/find-primary.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import { paths } from "#site/paths.ts";
import { listExampleDetails, type OperatorDetails, site } from "#site/site.ts";
import type { Finding } from "./finding.ts";

/**
 * One sentence for an operator whose site still shows the demo's name or address; otherwise null.
 */
export function describeExampleDetails(details: OperatorDetails = site): string | null {
  const names = listExampleDetails(details);
  if (names.length === 0) return null;
  return `The site still shows the demonstration's ${names.join(", ")}: an administrator sets your own at ${paths.staffSettings()}.`;
}

/** `details`: the settings in the database, unless others are given. */
export async function examineDetails(env: Env, details?: OperatorDetails): Promise<Finding[]> {
  const text = describeExampleDetails(details ?? (await readStoredDetails(env.DATABASE_URL)));
  return text === null ? [] : [{ kind: "missing", text, line: paths.staffSettings() }];
}

/** The defaults if the database does not respond, which another check reports, or is empty. */
async function readStoredDetails(url: string | undefined): Promise<OperatorDetails> {
  if (url === undefined) return site;
  try {
    const connectionString = await findPrimary(url);
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string; value: unknown }>(
        "select name, value from setting",
      );
      return toFacts(parseSettings(rows), today());
    } finally {
      await client.end();
    }
  } catch {
    return site;
  }
}
