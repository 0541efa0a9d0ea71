import { z } from "zod";
import { listDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import { env } from "#platform/env/env.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { ROLES } from "#values/role.ts";
import { refusals } from "./contract.ts";
import { defineCall } from "./serve-calls.server.ts";

const NOT_FOUND = { status: 404, body: { error: "not_found" } } as const;

export const demoOutbox = defineCall({
  method: "get",
  path: "/demo/outbox.json",
  summary: "What the demonstration would have sent, the newest first",
  description: "In demo mode only; elsewhere nothing is there. People read /demo/outbox.",
  caller: "anyone",
  responses: {
    200: {
      description: "The messages",
      schema: z.array(
        z.object({
          id: z.string(),
          channel: z.string().describe("email or sms"),
          to: z.string(),
          subject: z.string().nullable(),
          text: z.string(),
          html: z.string().nullable(),
          createdAt: z.iso.datetime(),
        }),
      ),
    },
    ...refusals(404),
  },
}).answer(async () => {
  if (!env().DEMO) return NOT_FOUND;
  const messages = await listOutbox();
  return {
    status: 200,
    body: messages.map((message) => ({
      ...message,
      createdAt: message.createdAt.toISOString(),
    })),
  };
});

export const demoAccounts = defineCall({
  method: "get",
  path: "/demo/accounts.json",
  summary: "Who can sign in to the demonstration",
  description: "In demo mode only; elsewhere nothing is there.",
  caller: "anyone",
  responses: {
    200: {
      description: "The accounts, with their public passwords",
      schema: z.array(
        z.object({
          role: z.enum(ROLES),
          name: z.string(),
          email: z.string(),
          password: z.string(),
        }),
      ),
    },
    ...refusals(404),
  },
}).answer(() => (env().DEMO ? { status: 200, body: [...listDemoAccounts()] } : NOT_FOUND));
