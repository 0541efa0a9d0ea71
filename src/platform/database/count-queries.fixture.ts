import pg from "pg";
import { vi } from "vitest";

/** The statements that the work sends to the database, in their order. */
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

/** The number of statements; the beginning and the end of a transaction count as two. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  return (await listStatements(work)).length;
}
