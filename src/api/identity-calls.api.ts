import { z } from "zod";
import { type CallContract, refusals } from "./call-contract.ts";

export const jwt: CallContract = {
  method: "post",
  path: "/jwt",
  summary: "A token for the other calls",
  description:
    "Needs the session's cookie, and the e-mail of its person. The token lives ten minutes at most and dies with its session.",
  signedIn: "needed",
  body: z.object({ email: z.string() }),
  answers: {
    200: { description: "The token", schema: z.object({ token: z.string() }) },
    ...refusals(401, 429),
  },
};

export const currentUser: CallContract = {
  method: "get",
  path: "/currentUser",
  summary: "One's own profile",
  description: "Another person's e-mail answers null, as an unknown one does.",
  signedIn: "needed",
  query: z.object({ email: z.string().optional() }),
  answers: {
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
    ...refusals(401),
  },
};
