import { Hono } from "hono";
import { z } from "zod";
import { bearerUser, type CallEnv } from "./bearer-user.server.ts";
import { type CallContract, refusals, routePath } from "./call-contract.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { calendarDay } from "#values/format.ts";
import {
  asksAboutSelf,
  jsonBody,
  permittedCaller,
  textField,
  tooMany,
} from "./call-caller.server.ts";
import {
  findSaved,
  saveListing,
  unsaveListing,
} from "#domain/listing/saved/saved-listing.server.ts";

const SAVES_BY_MEMBER: RateLimit = { name: "saves by member", most: 300, windowMs: 3_600_000 };

const ownEmail = z.object({ email: z.string().optional() });

/** A saved ad in the wire's names (SPEC.md §3). The listing's own fields are asked for by its id. */
const wireSavedAd = z.object({
  _id: z.string(),
  singleAdId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  todayDate: z.iso.date(),
});

export const getSingleSavedAd: CallContract = {
  method: "get",
  path: "/getSingleSavedAd/{id}",
  summary: "Whether the caller saved this listing",
  description: "Null where they did not, and where the e-mail is not the caller's own.",
  signedIn: "needed",
  query: ownEmail,
  answers: {
    200: { description: "The saved ad, or null", schema: wireSavedAd.nullable() },
    ...refusals(401),
  },
};

export const newSavedAd: CallContract = {
  method: "post",
  path: "/newSavedAd",
  summary: "Save a listing",
  description:
    "Only `singleAdId` counts: who saves comes from the sign-in, the rest from the listing. Saving again answers the same id.",
  signedIn: "needed",
  body: z.object({ singleAdId: z.string() }).catchall(z.unknown()),
  answers: {
    200: {
      description: "Saved",
      schema: z.object({ acknowledged: z.literal(true), insertedId: z.string() }),
    },
    ...refusals(401, 403, 404, 422, 429),
  },
};

export const removedSavedAd: CallContract = {
  method: "delete",
  path: "/removedSavedAd/{id}",
  summary: "Remove a saved listing",
  signedIn: "needed",
  query: ownEmail,
  answers: {
    200: {
      description: "How many were removed: 1, or 0 where it was not saved",
      schema: z.object({ acknowledged: z.literal(true), deletedCount: z.int().min(0).max(1) }),
    },
    ...refusals(401, 403, 404),
  },
};

export const savedListingApi = new Hono<CallEnv>()
  .get(routePath(getSingleSavedAd), bearerUser, async (context) => {
    const caller = permittedCaller(context, "saveListing");
    if ("refusal" in caller) return caller.refusal;
    const { user } = caller;
    const id = context.req.param("id") ?? "";
    const saved = asksAboutSelf(context, user) ? await findSaved(user.id, id) : null;
    return context.json(
      saved && {
        _id: saved.id,
        singleAdId: id,
        userName: user.name,
        userEmail: user.email,
        todayDate: calendarDay(saved.savedAt),
      },
    );
  })
  .post(routePath(newSavedAd), bearerUser, async (context) => {
    const caller = permittedCaller(context, "saveListing");
    if ("refusal" in caller) return caller.refusal;
    const limit = countAgainst(SAVES_BY_MEMBER, caller.user.id);
    if (!limit.ok) return tooMany(context, "too_many_saves", limit.retryAfterSeconds);
    const listingId = textField(await jsonBody(context), "singleAdId");
    if (listingId === "") {
      const problems = [{ field: "singleAdId", code: "missing" }];
      return context.json({ error: "put_right", problems }, 422);
    }
    const saved = await saveListing(caller.user.id, listingId);
    if (!saved) return context.json({ error: "not_found" }, 404);
    return context.json({ acknowledged: true, insertedId: saved.id });
  })
  .delete(routePath(removedSavedAd), bearerUser, async (context) => {
    const caller = permittedCaller(context, "saveListing");
    if ("refusal" in caller) return caller.refusal;
    if (!asksAboutSelf(context, caller.user)) return context.json({ error: "not_found" }, 404);
    const deletedCount = await unsaveListing(caller.user.id, context.req.param("id") ?? "");
    return context.json({ acknowledged: true, deletedCount });
  });
