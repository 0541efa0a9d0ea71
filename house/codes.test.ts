import { getTableConfig, PgDialect, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";

// ARCHITECTURE.md "Codes": a column's type and its CHECK are made from the same list of codes.

const modules = import.meta.glob<Record<string, unknown>>("../src/**/*.table.ts", { eager: true });
const tables = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => value instanceof PgTable)
  .map((table) => getTableConfig(table));

const dialect = new PgDialect();

const codeColumns = tables.flatMap(({ name, columns, checks }) =>
  columns.flatMap((column) => {
    // The codes of an array are in its base column.
    const codes = column.enumValues ?? ("baseColumn" in column && baseCodes(column.baseColumn));
    if (!codes) return [];
    const rules = checks.map(({ value }) => dialect.sqlToQuery(value).sql);
    return [{ column: `${name}.${column.name}`, name: column.name, codes, rules }];
  }),
);

function baseCodes(column: unknown): readonly string[] | undefined {
  if (typeof column !== "object" || column === null || !("enumValues" in column)) return undefined;
  return Array.isArray(column.enumValues) ? column.enumValues : undefined;
}

test("there are columns of codes to check", () => {
  expect(codeColumns.length).toBeGreaterThan(30);
});

describe("a column of codes", () => {
  test.each(codeColumns)("$column refuses what is not in its list", ({ name, codes, rules }) => {
    const list = codes.map((code) => `'${code}'`).join(", ");
    const own = rules.filter((rule) => rule.includes(`"${name}"`) && rule.includes(list));
    expect(own).toHaveLength(1);
  });
});
