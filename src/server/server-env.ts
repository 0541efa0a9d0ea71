import type { HttpBindings } from "@hono/node-server";
import type { Visitor } from "#platform/request/visitor.server.ts";

/** What Hono's handlers find in their context. */
export type ServerEnv = { Bindings: HttpBindings; Variables: { visitor: Visitor } };
