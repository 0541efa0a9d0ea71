import { resolve } from "node:path";
import { serve } from "@hono/node-server";
import { readEnv } from "#platform/env/env.server.ts";
import { createApp } from "./app.ts";
import { boot } from "./boot.ts";

const projectRoot = process.cwd();

const read = readEnv(process.env);
if (!read.ok) {
  for (const problem of read.problems) console.error(problem);
  process.exit(1);
}
const booted = await boot(read.env, { projectRoot });
const app = createApp({ clientDirectory: "build/client" });
const server = serve({ fetch: app.fetch, port: read.env.PORT, hostname: read.env.HOST }, (at) =>
  console.log(`ready http://localhost:${at.port}`),
);
void resolve;
