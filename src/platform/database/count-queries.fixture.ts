import pg from "pg";
import { vi } from "vitest";

/** What the work sends to the database, in its order. */
export async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.map(([input]) => {
      const { text } = input as unknown as { text?: string };
      return text ?? String(input);
    });
  } finally {
    query.mockRestore();
  }
}

/** How many that are; the beginning and the end of a transaction are two. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  return (await listStatements(work)).length;
}
