import { z } from "zod";
import type { CallAnswer, CallContract } from "./call-contract.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The calls' part of OpenAPI's `paths`, made from the contracts that stand beside their handlers. */
export function callPaths(contracts: readonly CallContract[]): Record<string, Schema> {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const contract of contracts) {
    (paths[contract.path] ??= {})[contract.method] = operation(contract);
  }
  return paths;
}

/** How a caller says who they are: SPEC.md §7 for programs, the session's cookie for our own pages. */
export const securitySchemes: Schema = {
  token: { type: "http", scheme: "bearer", description: "The token of POST /jwt." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description: "`session` over plain http.",
  },
};

function operation(contract: CallContract): Schema {
  const { summary, description, body, signedIn } = contract;
  const parameters = [
    ...[...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...parametersIn("query", contract.query),
    ...parametersIn("header", contract.headers),
  ];
  return {
    summary,
    ...(description ? { description } : {}),
    security: [{ token: [] }, { session: [] }, ...(signedIn === "optional" ? [{}] : [])],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: { required: true, content: { "application/json": { schema: plain(body) } } },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(contract.answers).map(([status, answer]) => [status, response(answer)]),
    ),
  };
}

function parametersIn(place: "query" | "header", fields?: z.ZodObject): Schema[] {
  return Object.entries(fields?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !z.safeParse(field, undefined).success,
    schema: plain(field),
  }));
}

function response({ description, schema }: CallAnswer): Schema {
  return { description, content: { "application/json": { schema: plain(schema) } } };
}

/** OpenAPI 3.1 reads JSON Schema as it is; the dialect's name would only repeat itself. */
function plain(type: z.core.$ZodType): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type);
  return schema;
}
