import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { issueAccessToken } from "#domain/identity/access-token.server.ts";
import { identityApi } from "./identity.api.ts";
import { sessionTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import {
  visitorContext,
  type SignedInUser,
  type Visitor,
} from "#platform/request/visitor.server.ts";
import { contextOf } from "#platform/request/visitor.fixture.ts";
import { bidApi } from "./bid.api.ts";
import { listingApi } from "./listing.api.ts";
import { savedListingApi } from "./saved-listing.api.ts";
import { callContracts } from "./calls.ts";
import { intakes } from "#server/intakes.ts";
import { openApiDocument } from "./openapi.ts";

/** Who makes a call: by the token of a live session, by a session's cookie, or nobody. */
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
  return { user, sessionId, token: issueAccessToken({ user, sessionId }) };
}

export type Call = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** An address of its own for each test that counts by address. */
  ipAddress?: string;
};

export type CallResult = { status: number; headers: Headers; body: unknown };

/** Makes calls as the site would serve them, and checks each answer against the OpenAPI document. */
export function caller(by: Caller | null, { withCookie = false } = {}) {
  return async (call: Call): Promise<CallResult> => {
    const visitor = visitorOf(withCookie ? by : null, call.ipAddress);
    const app = new Hono<{ Variables: { visitor: Visitor } }>()
      .use(async (context, next) => {
        context.set("visitor", visitor);
        await next();
      })
      .route("/", identityApi)
      .route("/", listingApi)
      .route("/", savedListingApi)
      .route("/", bidApi);
    const response = await app.request(call.path, {
      method: call.method,
      headers: {
        ...(by && !withCookie ? { authorization: `Bearer ${by.token}` } : {}),
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    const body: unknown = await response.json();
    promised(call, response.status).parse(body);
    return { status: response.status, headers: response.headers, body };
  };
}

/** /jwt reads the session of the cookie, so a caller by token has it there as well. */
function visitorOf(by: Caller | null, ipAddress = "192.0.2.7"): Visitor {
  return {
    ...contextOf({ ipAddress }).get(visitorContext),
    user: by?.user ?? null,
    sessionId: by?.sessionId ?? null,
  };
}

type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Responses> }>>;
};
type Responses = { content: { "application/json": { schema: z.core.JSONSchema.JSONSchema } } };

const document = openApiDocument(intakes, callContracts) as unknown as Document;

/** What the document says this call answers with this status. */
function promised(call: Call, status: number): z.ZodType {
  const path = call.path.split("?")[0] ?? "";
  const template = Object.keys(document.paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  const operation = document.paths[template ?? ""]?.[call.method.toLowerCase()];
  const answer = operation?.responses[status];
  if (!answer) throw new Error(`${call.method} ${path} answers ${status}, which is not promised.`);
  return z.fromJSONSchema(answer.content["application/json"].schema);
}
