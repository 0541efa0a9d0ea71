import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { setEnv, readEnv } from "#platform/env/env.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { type Caller, callsSeenBy, contracts, expectPromised, signIn } from "./calls.fixture.ts";
import type { Contract } from "./contract.ts";
import { useSite } from "#server/site.fixture.ts";

/** A malformed request, by mistake or on purpose, must get a 4xx, never a 5xx. */

let member: Caller;

useSite();
beforeAll(async () => {
  const read = readEnv({ DATA_DIR: "unused" });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
  member = await signIn(await storePerson("Camille Careless"));
});

type Sent = { type?: string; body?: BodyInit; path?: string; method?: string };

/** Makes the call as a user who has the permission. */
async function send(contract: Contract, sent: Sent) {
  const call = {
    method: sent.method ?? contract.method.toUpperCase(),
    path: sent.path ?? pathWith(contract, randomUUID()),
  };
  const isByToken = contract.caller !== "session" && contract.caller !== "visitor";
  const response = await callsSeenBy({
    user: isByToken ? null : member.user,
    sessionId: isByToken ? null : member.sessionId,
  }).request(call.path, {
    method: call.method,
    headers: {
      accept: "application/json",
      ...(isByToken ? { authorization: `Bearer ${member.token}` } : {}),
      ...(sent.type ? { "content-type": sent.type } : {}),
    },
    body: sent.body ?? null,
  });
  const result: unknown = await response.json();
  if (response.status !== 405) expectPromised(call, response.status, result);
  return { status: response.status, headers: response.headers, answer: result };
}

function pathWith({ path }: Contract, id: string): string {
  return path.replaceAll(/\{\w+\}/g, id);
}

const title = ({ method, path }: Contract) => `${method.toUpperCase()} ${path}`;
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";
const CUT_MULTIPART = '--x\r\ncontent-disposition: form-data; name="phone"\r\n\r\n905';
const DEEP = "[".repeat(50_000) + "]".repeat(50_000);
/** As long as the size limit of every post allows (src/server/app.ts). */
const LONG = "x".repeat(500_000);

const WRONG_TYPES: [string, Sent, number][] = [
  ["nothing at all", {}, 415],
  ["plain text", { type: "text/plain", body: "hello" }, 415],
  ["a type that is none", { type: "%%%", body: "hello" }, 415],
  ["bytes", { type: "application/octet-stream", body: new Uint8Array([0, 255]) }, 415],
];

describe.each(
  contracts.filter(({ body }) => body?.type === "json").map((each) => [title(each), each] as const),
)("%s", (_title, contract) => {
  test.each<[string, Sent, number]>([
    ...WRONG_TYPES,
    ["a form", { type: FORM_TYPE, body: "productId=1" }, 415],
    ["a multipart form", { type: MULTIPART, body: CUT_MULTIPART }, 415],
    ["an empty body", { type: JSON_TYPE, body: "" }, 400],
    ["half an object", { type: JSON_TYPE, body: '{"email":' }, 400],
    ["two objects", { type: JSON_TYPE, body: "{}{}" }, 400],
    ["bytes that are no UTF-8", { type: JSON_TYPE, body: new Uint8Array([34, 0xff, 34]) }, 400],
    ["an object with a raw NUL", { type: JSON_TYPE, body: '{"a":"\0"}' }, 400],
    ["null", { type: JSON_TYPE, body: "null" }, 422],
    ["a list", { type: JSON_TYPE, body: "[]" }, 422],
    ["a text", { type: JSON_TYPE, body: '"a"' }, 422],
    ["an empty object", { type: JSON_TYPE, body: "{}" }, 422],
    ["a very deep list", { type: JSON_TYPE, body: DEEP }, 422],
    ["a prototype", { type: JSON_TYPE, body: '{"__proto__":{"email":"a"}}' }, 422],
  ])("answers %s", async (_what, sent, status) => {
    expect((await send(contract, sent)).status).toBe(status);
  });

  const schema = contract.body?.type === "json" ? contract.body.schema : undefined;
  test.each(Object.keys(schema?.shape ?? {}))("refuses in %s what is no text", async (name) => {
    for (const value of ["a\0b", "a\ud800b", ["a"], { a: 1 }, true]) {
      const { status, answer } = await send(contract, {
        type: JSON_TYPE,
        body: JSON.stringify({ [name]: value }),
      });
      const { problems } = answer as { problems: { field: string }[] };
      expect(status).toBe(422);
      expect(problems.map(({ field }) => field)).toContain(name);
    }
  });

  test("refuses a very long text", async () => {
    for (const name of Object.keys(schema?.shape ?? {})) {
      const body = JSON.stringify({ [name]: LONG });
      expect((await send(contract, { type: JSON_TYPE, body })).status).toBe(422);
    }
  });
});

describe.each(
  contracts
    .filter(({ body }) => body && body.type !== "json")
    .map((each) => [title(each), each] as const),
)("%s", (_title, contract) => {
  test.each<[string, Sent, number]>([
    ...WRONG_TYPES,
    ["JSON", { type: JSON_TYPE, body: "{}" }, 415],
    ["a multipart form that was cut", { type: MULTIPART, body: CUT_MULTIPART }, 400],
    ["an empty multipart form without an end", { type: MULTIPART, body: "" }, 400],
    ["a multipart form without a boundary", { type: "multipart/form-data", body: "--x--" }, 400],
    ["an empty form", { type: FORM_TYPE, body: "" }, 422],
    ["a form of strange names", { type: FORM_TYPE, body: "__proto__=1&constructor=2&=3" }, 422],
    ["a form of broken escapes", { type: FORM_TYPE, body: "phone=%zz%&make=%00&city=%ff" }, 422],
    [
      "a very long field",
      { type: FORM_TYPE, body: `make=${LONG}&company=${LONG.slice(0, 9)}` },
      422,
    ],
    ["very many fields", { type: FORM_TYPE, body: "a=1&".repeat(100_000) }, 413],
  ])("answers %s", async (_what, sent, status) => {
    const { status: answered, answer } = await send(contract, sent);
    expect(answered).toBe(status);
    expect(answer).toMatchObject({ result: "error" });
  });

  test("refuses a NUL in every field", async () => {
    const schema = contract.body?.type === "form" ? contract.body.schema : undefined;
    for (const name of Object.keys(schema?.shape ?? {})) {
      const body = new URLSearchParams({ [name]: "a\0b" });
      expect((await send(contract, { type: FORM_TYPE, body })).status).toBe(422);
    }
  });
});

describe("an address", () => {
  const withId = contracts.filter(({ path }) => path.includes("{"));

  test.each(withId.map((each) => [title(each), each] as const))("%s", async (_title, contract) => {
    for (const id of ["%00", "%ff", "%ED%A0%80", "..%2f", "%", "x".repeat(5_000)]) {
      const { status } = await send(contract, { path: pathWith(contract, id) });
      expect([id, status < 500]).toEqual([id, true]);
    }
  });

  test.each(contracts.filter(({ query }) => query).map((each) => [title(each), each] as const))(
    "with a strange question: %s",
    async (_title, contract) => {
      for (const query of [
        "email=%00",
        "email=%ff",
        "text=%00",
        "email[]=1",
        "__proto__=1",
        "&&=",
      ]) {
        const path = `${pathWith(contract, randomUUID())}?${query}`;
        expect((await send(contract, { path })).status).toBeLessThan(500);
      }
    },
  );
});

describe("another method", () => {
  const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

  test.each(contracts.map((each) => [title(each), each] as const))(
    "than %s",
    async (_t, contract) => {
      const own = [contract.method.toUpperCase()];
      for (const method of METHODS.filter((each) => !own.includes(each))) {
        const { status, headers, answer } = await send(contract, { method });
        expect([method, status]).toEqual([method, 405]);
        expect(headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(own));
        expect(answer).toMatchObject({ error: "method_not_allowed" });
      }
    },
  );

  test("is answered in French addresses too", async () => {
    const site = callsSeenBy({});
    for (const path of ["/fr/api/vin", "/fr/forms/pre-approval"]) {
      expect((await site.request(path, { method: "PUT" })).status).toBe(405);
    }
  });
});
