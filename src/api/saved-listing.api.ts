import { z } from "zod";
import { findSaved, saveListing, unsaveListing } from "#domain/listing/saved-listing.server.ts";
import { calendarDay } from "#values/format.ts";
import { aboutEmail, isOwnEmail, jsonBody, refusals, wireText } from "./contract.ts";
import { defineCall, tooMany } from "./serve-calls.server.ts";

export const getSingleSavedAd = defineCall({
  method: "get",
  path: "/getSingleSavedAd/{id}",
  summary: "Whether the caller saved this listing",
  description: "Null where they did not, and where the email is not the caller's own.",
  caller: "member",
  permission: "saveListing",
  query: aboutEmail,
  responses: {
    200: {
      description: "The saved ad, or null",
      // With the wire's names (SPEC.md §3). The listing's own fields are requested by its id.
      schema: z
        .object({
          _id: z.string(),
          singleAdId: z.string(),
          userName: z.string(),
          userEmail: z.string(),
          todayDate: z.iso.date(),
        })
        .nullable(),
    },
  },
}).answer(async ({ user, params: { id }, query: { email } }) => {
  const isAboutSelf = email === undefined || isOwnEmail(email, user);
  const saved = isAboutSelf ? await findSaved(user.id, id) : null;
  return {
    status: 200,
    body: saved && {
      _id: saved.id,
      singleAdId: id,
      userName: user.name,
      userEmail: user.email,
      todayDate: calendarDay(saved.savedAt),
    },
  };
});

export const newSavedAd = defineCall({
  method: "post",
  path: "/newSavedAd",
  summary: "Save a listing",
  description:
    "Only `singleAdId` counts: who saves comes from the sign-in, the rest from the listing. Saving again answers the same id.",
  caller: "member",
  permission: "saveListing",
  body: jsonBody(z.looseObject({ singleAdId: wireText() })),
  responses: {
    200: {
      description: "Saved",
      schema: z.object({ acknowledged: z.literal(true), insertedId: z.string() }),
    },
    ...refusals(404, 429),
  },
}).answer(async ({ user, body }) => {
  const saved = await saveListing(user.id, body.singleAdId);
  if (saved.ok) return { status: 200, body: { acknowledged: true, insertedId: saved.id } };
  if (saved.code === "too_many_saves") return tooMany(saved.code, saved.retryAfterSeconds);
  return { status: 404, body: { error: "not_found" } };
});

export const removedSavedAd = defineCall({
  method: "delete",
  path: "/removedSavedAd/{id}",
  summary: "Remove a saved listing",
  caller: "member",
  permission: "saveListing",
  query: aboutEmail,
  responses: {
    200: {
      description: "How many were removed: 1, or 0 where it was not saved",
      schema: z.object({ acknowledged: z.literal(true), deletedCount: z.int().min(0).max(1) }),
    },
    ...refusals(404),
  },
}).answer(async ({ user, params: { id }, query: { email } }) => {
  if (email !== undefined && !isOwnEmail(email, user)) {
    return { status: 404, body: { error: "not_found" } };
  }
  const deletedCount = await unsaveListing(user.id, id);
  return { status: 200, body: { acknowledged: true, deletedCount } };
});
