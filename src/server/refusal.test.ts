import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { OwnPostgresRefusal } from "#platform/database/own-postgres.server.ts";
import { explainFailure, Refusal } from "./refusal.ts";

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

function fromServer(message: string, code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, "error"), { code });
}

test.each([
  ["a setting", new Refusal("PORT is wrong."), "PORT is wrong."],
  ["a folder", new OwnPostgresRefusal("It is a copy."), "It is a copy."],
  [
    "a database that is not there",
    withCode("connect ECONNREFUSED 10.0.0.1:5432", "ECONNREFUSED"),
    "The database does not answer (ECONNREFUSED): start it, or set DATABASE_URL to another.",
  ],
  [
    "one that hangs",
    new Error("timeout expired"),
    "The database does not answer (timeout expired): start it, or set DATABASE_URL to another.",
  ],
  [
    "a wrong password",
    fromServer('password authentication failed for user "site"', "28P01"),
    'The database refused: password authentication failed for user "site". DATABASE_URL, or MIGRATE_DATABASE_URL, has a different password than the server.',
  ],
  [
    "a database that was never made",
    fromServer('database "site" does not exist', "3D000"),
    'The database refused: database "site" does not exist. Create it, or set DATABASE_URL to one that exists.',
  ],
  [
    "a role that makes no tables, within what the migration says of it",
    new DrizzleQueryError(
      "create table",
      [],
      fromServer("permission denied for schema public", "42501"),
    ),
    "The database refused: permission denied for schema public. MIGRATE_DATABASE_URL names the role that owns the tables.",
  ],
  [
    "a folder that is closed",
    withCode("EACCES: permission denied, open '/data/password'", "EACCES"),
    "A file could not be read or written: EACCES: permission denied, open '/data/password'.",
  ],
  [
    "a disk that is read-only",
    withCode("EROFS: read-only file system, mkdir '/data'", "EROFS"),
    "A file could not be read or written: EROFS: read-only file system, mkdir '/data'.",
  ],
])("%s is told in a sentence", (_what, error, sentence) => {
  expect(explainFailure(error)).toBe(sentence);
});

test.each([new TypeError("x is not a function"), fromServer("syntax error", "42601")])(
  "a bug is not explained away: %s",
  (error) => {
    expect(() => explainFailure(error)).toThrow(error);
  },
);
