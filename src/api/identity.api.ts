import { z } from "zod";
import { issueAccessToken } from "#domain/identity/access-token.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { aboutEmail, isOwnEmail, jsonBody, refusals, wireText } from "./contract.ts";
import { defineCall, tooMany } from "./serve-calls.server.ts";

/** A page requests one every ten minutes; a person with many tabs open needs more. */
const TOKENS_BY_ACCOUNT: RateLimit = { name: "access tokens", most: 60, windowMs: 60_000 };

export const jwt = defineCall({
  method: "post",
  path: "/jwt",
  summary: "A token for the other calls",
  description:
    "Needs the session's cookie, and the email of its person. The token lives ten minutes at most and dies with its session.",
  caller: "session",
  body: jsonBody(z.looseObject({ email: wireText() })),
  responses: {
    200: { description: "The token", schema: z.object({ token: z.string() }) },
    ...refusals(401, 429),
  },
}).answer(async ({ user, sessionId, body }) => {
  if (!isOwnEmail(body.email, user)) return { status: 401, body: { error: "not_signed_in" } };
  const limit = await countAgainst(TOKENS_BY_ACCOUNT, user.id);
  if (!limit.ok) return tooMany("too_many", limit.retryAfterSeconds);
  return { status: 200, body: { token: await issueAccessToken({ user, sessionId }) } };
});

export const currentUser = defineCall({
  method: "get",
  path: "/currentUser",
  summary: "One's own profile",
  description: "Another person's email answers null, as an unknown one does.",
  caller: "token",
  query: aboutEmail,
  responses: {
    200: {
      description: "The profile, or null",
      schema: z
        .object({
          _id: z.string(),
          email: z.string(),
          name: z.string(),
          photo: z.string().nullable(),
        })
        .nullable(),
    },
  },
}).answer(({ user, query }) => {
  if (query.email === undefined || !isOwnEmail(query.email, user)) {
    return { status: 200, body: null };
  }
  const { id, email, name, photo } = user;
  return { status: 200, body: { _id: id, email, name, photo: photo ?? null } };
});
