import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { issueAccessToken } from "#domain/identity/access-token.server.ts";
import { sessionTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { type SignedInUser, type Visitor, readVisitor } from "#platform/request/visitor.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { healthCalls, siteCalls } from "./calls.ts";
import { openApiDocument } from "./openapi.ts";
import { type CallEnv, callRoutes } from "./serve-calls.server.ts";

/** A user who makes calls, with a live session and its token. */
export type Caller = { user: SignedInUser; sessionId: string; token: string };

export async function signIn(user: SignedInUser): Promise<Caller> {
  const sessionId = randomUUID();
  await db()
    .insert(sessionTable)
    .values({
      id: sessionId,
      token: sessionId,
      userId: user.id,
      expiresAt: new Date(Date.now() + 3_600_000),
      secondFactorAt: new Date(),
    });
  return { user, sessionId, token: await issueAccessToken({ user, sessionId }) };
}

export type CallRequest = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** For tests that count by IP address: an address that no other test uses. */
  ipAddress?: string;
};

type CallResult = { status: number; headers: Headers; body: unknown };

const calls = [...healthCalls, ...siteCalls];
export const contracts = calls.map(({ contract }) => contract);

/** The calls as the site serves them, with the given data of the visitor. */
export function callsSeenBy(visitor: Partial<Visitor>): Hono<CallEnv> {
  return new Hono<CallEnv>()
    .use(async (context, next) => {
      context.set("visitor", readVisitor({ context: makeContext(visitor) }));
      await next();
    })
    .route("/", callRoutes(calls));
}

/** Makes calls as the site serves them, and checks each response against the OpenAPI document. */
export function caller(by: Caller | null, { withCookie = false } = {}) {
  return async (call: CallRequest): Promise<CallResult> => {
    const known = withCookie ? by : null;
    const site = callsSeenBy({
      ipAddress: call.ipAddress ?? "192.0.2.7",
      user: known?.user ?? null,
      sessionId: known?.sessionId ?? null,
    });
    const response = await site.request(call.path, {
      method: call.method,
      headers: {
        ...(by && !withCookie ? { authorization: `Bearer ${by.token}` } : {}),
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    const body: unknown = await response.json();
    expectPromised(call, response.status, body);
    return { status: response.status, headers: response.headers, body };
  };
}

const { paths, components } = openApiDocument(contracts);

/** @throws if the document does not list this response of the call */
export function expectPromised(
  call: { method: string; path: string },
  status: number,
  body: unknown,
): void {
  const path = (call.path.split("?")[0] ?? "").replace(/^\/fr(?=\/)/, "");
  const template = Object.keys(paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  const responses = paths[template ?? ""]?.[call.method.toLowerCase()]?.["responses"];
  const result = (responses as Responses | undefined)?.[status];
  if (!result) throw new Error(`${call.method} ${path} answers ${status}, which is not promised.`);
  const { schema } = result.content["application/json"];
  const name = schema.$ref?.split("/").at(-1);
  z.fromJSONSchema(name ? (components.schemas[name] ?? false) : schema).parse(body);
}

type Responses = Record<
  string,
  { content: { "application/json": { schema: z.core.JSONSchema.JSONSchema } } }
>;
