import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Context, Hono, type Next } from "hono";
import { accepts } from "hono/accepts";
import type { z } from "zod";
import { findSessionOfToken } from "#domain/identity/access-token.server.ts";
import { may } from "#domain/identity/permission.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readPost } from "#platform/request/read-post.server.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import {
  type CallerKind,
  type Contract,
  type FormBody,
  isFormCall,
  type JsonBody,
  type PathNames,
  type WholeFormBody,
} from "./contract.ts";

/** What a call reads from Hono's context: the visitor, whom the server identified before. */
export type CallEnv = {
  Variables: {
    visitor: Visitor;
    /** The response is compressed, or too short to be. */
    isEncoded?: boolean;
    /** The response that was sent, for code that caches it. */
    sent?: SentResponse;
  };
};

/** A response as it is sent. */
export type SentResponse = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer>;
};

type CallContext = Context<CallEnv>;

/** A request that matches its contract. */
type CallInput<C extends Contract> = CallerOf<C["caller"]> & {
  /** Any text: one that is not an id of ours finds nothing. */
  params: Readonly<Record<PathNames<C["path"]>, string>>;
  query: Parsed<C, "query">;
  headers: Parsed<C, "headers">;
  body: BodyOf<C>;
};

type CallerOf<Kind extends CallerKind> = {
  anyone: unknown;
  visitor: { visitor: Visitor };
  "token-or-visitor": { visitor: Visitor; user: SignedInUser | null };
  token: { visitor: Visitor; user: SignedInUser };
  member: { visitor: Visitor; user: SignedInUser };
  session: { visitor: Visitor; user: SignedInUser; sessionId: string };
}[Kind];

type Parsed<C, Part extends string> =
  C extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

type BodyOf<C> = C extends { readonly body: infer Body }
  ? Body extends JsonBody<infer Schema> | FormBody<infer Schema>
    ? z.output<Schema>
    : Body extends WholeFormBody
      ? RawFields
      : undefined
  : undefined;

/** One of the responses that a contract declares. */
type CallResponseOf<C extends Contract> = {
  [Status in keyof C["responses"] & number]: {
    status: Status;
    body: z.input<C["responses"][Status]["schema"]>;
    headers?: Readonly<Record<string, string>>;
  };
}[keyof C["responses"] & number];

/** A contract with the function that serves it. */
export type Call = {
  contract: Contract;
  serve(context: CallContext, next: Next): Promise<Response | void>;
};

/**
 * Declares a call: its handler runs only for requests that match the contract, from allowed
 * callers.
 */
export function defineCall<const C extends Contract>(contract: C) {
  type Handler = (input: CallInput<C>) => CallResponseOf<C> | Promise<CallResponseOf<C>>;
  return {
    answer: (handle: Handler): Call => ({
      contract,
      serve: async (context, next) => {
        if (contract.besidePage && !acceptsJson(context)) return next();
        const read = await readInput(contract, context);
        if (!read.ok) return respond(context, read.refusal);
        // The type cannot be checked here: the parts are put together at run time from the
        // contract, one by one as in the type.
        return respond(context, await handle(read.input as CallInput<C>));
      },
    }),
  };
}

/** Compressing a response that fits into one network packet gains nothing. */
export const COMPRESSED_FROM_BYTES = 1_400;

/** A response depends on caller and time, unless its handler says otherwise. */
async function respond(
  context: CallContext,
  response: { status: number; body: unknown; headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  context.set("isEncoded", true);
  const { status } = response;
  const json = JSON.stringify(response.body);
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/json",
    ...response.headers,
  };
  const send = (body: SentResponse["body"], more: Record<string, string> = {}) => {
    const sent = { status, headers: { ...headers, ...more }, body };
    context.set("sent", sent);
    return new Response(body, sent);
  };
  if (Buffer.byteLength(json) < COMPRESSED_FROM_BYTES) return send(json);
  const encoding = accepts(context, {
    header: "Accept-Encoding",
    supports: ["gzip"],
    default: "identity",
  });
  const vary = "Accept-Encoding";
  if (encoding !== "gzip") return send(json, { vary });
  return send(new Uint8Array(await compress(json)), { vary, "content-encoding": encoding });
}

const compress = promisify(gzip);

/**
 * The calls at their paths. Another method there gets a 405 with the allowed methods; at a path
 * that is also a page's, the page gets the requests meant for it.
 */
export function callRoutes(calls: readonly Call[]): Hono<CallEnv> {
  const routes = new Hono<CallEnv>();
  for (const { contract, serve } of calls) {
    routes.on(contract.method.toUpperCase(), routePaths(contract), serve);
  }
  for (const [contract, methods] of methodsByAddress(calls)) {
    routes.on(ANY_METHOD, routePaths(contract), async (context, next) => {
      const isForPage = contract.besidePage && !acceptsJson(context);
      const allowed = isForPage ? [...new Set([...methods, ...PAGE_METHODS])] : methods;
      if (allowed.includes(context.req.method)) return next();
      const allow = allowed.join(", ");
      return context.json(refusalBody(contract, "method_not_allowed"), 405, { allow });
    });
  }
  return routes;
}

/** The methods of a page at a call's path. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];

/** Hono's name for any method, as its `all` uses it for one path. */
const ANY_METHOD = "ALL";

function methodsByAddress(calls: readonly Call[]): [Contract, string[]][] {
  const byPath = Map.groupBy(calls, ({ contract }) => contract.path);
  return [...byPath.values()].flatMap((same) => {
    const contract = same[0]?.contract;
    if (!contract) return [];
    const methods = new Set(same.map((call) => call.contract.method.toUpperCase()));
    if (methods.has("GET")) methods.add("HEAD");
    return [[contract, [...methods].toSorted()]];
  });
}

/** A contract's paths in Hono's form: `/singleListing/:id`. */
function routePaths({ path, inFrench }: Contract): string[] {
  const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
  return inFrench ? [route, `/fr${route}`] : [route];
}

/** Only if JSON is named: a browser's navigation also accepts any type. */
export function acceptsJson(context: CallContext): boolean {
  const accept = context.req.header("accept") ?? "";
  return accept.split(",").some((type) => type.trim().startsWith("application/json"));
}

type Refusal = {
  status: 400 | 401 | 403 | 413 | 415 | 422;
  body: RefusalBody;
  headers?: Readonly<Record<string, string>>;
};
type RefusalBody = { result?: "error"; error: string; problems?: Problem[] };
type Problem = { field: string; code: string };

function refusalBody(contract: Contract, error: string, problems?: Problem[]): RefusalBody {
  return {
    ...(isFormCall(contract) ? { result: "error" } : {}),
    error,
    ...(problems ? { problems } : {}),
  };
}

const BODY_REFUSALS = {
  400: "unreadable_body",
  413: "too_large",
  415: "unsupported_media_type",
} as const;

/** The caller is checked first: one who may not call does not learn what else is wrong. */
async function readInput(
  contract: Contract,
  context: CallContext,
): Promise<{ ok: true; input: unknown } | { ok: false; refusal: Refusal }> {
  const refuse = (status: Refusal["status"], error: string, problems?: Problem[]) =>
    ({ ok: false, refusal: { status, body: refusalBody(contract, error, problems) } }) as const;

  const caller = await readCaller(contract.caller, context);
  if (!caller) return refuse(401, "not_signed_in");
  if (contract.permission && !may(caller.user ?? null, contract.permission)) {
    return refuse(403, "not_permitted");
  }
  const body = await readBody(contract.body, context.req.raw);
  if (!body.ok) return refuse(body.status, BODY_REFUSALS[body.status]);
  const query = parse(contract.query, () => context.req.query());
  const headers = parse(contract.headers, () => context.req.header());
  const schema = bodySchema(contract.body);
  const sent = parse(schema, () => body.sent);
  const problems = [query, headers, sent].flatMap((part) => part.problems);
  if (problems.length > 0) return refuse(422, "put_right", problems);
  const values = {
    query: query.value,
    headers: headers.value,
    body: schema ? sent.value : body.sent,
  };
  return { ok: true, input: { ...caller, params: context.req.param(), ...values } };
}

type KnownCaller = { visitor?: Visitor; user?: SignedInUser | null; sessionId?: string };

/**
 * Null if the caller is not identified as the contract requires. An e-mail in the address or the
 * body never identifies one.
 */
async function readCaller(kind: CallerKind, context: CallContext): Promise<KnownCaller | null> {
  if (kind === "anyone") return {};
  const visitor = context.get("visitor");
  if (kind === "visitor") return { visitor };
  if (kind === "session") {
    const { user, sessionId } = visitor;
    return user && sessionId !== null ? { visitor, user, sessionId } : null;
  }
  const header = context.req.header("authorization");
  const token = /^Bearer ([\w.-]+)$/i.exec(header ?? "")?.[1];
  const session = token ? await findSessionOfToken(token) : null;
  // An expired or forged token is refused even if none is needed: otherwise its sender would take
  // the response for that of a signed-in user.
  if (header !== undefined && !session) return null;
  if (kind === "token-or-visitor") return { visitor, user: session?.user ?? null };
  const user = session?.user ?? (kind === "member" ? visitor.user : null);
  return user && { visitor, user };
}

type SentBody = { ok: true; sent: unknown } | { ok: false; status: 400 | 413 | 415 };

async function readBody(body: Contract["body"], request: Request): Promise<SentBody> {
  if (!body) return { ok: true, sent: undefined };
  if (body.type === "json") return readJson(request);
  const post = await readPost(request);
  if (!post.ok) return post;
  const { fields } = post;
  if (body.type === "whole form") return { ok: true, sent: fields };
  return {
    ok: true,
    sent: Object.fromEntries([...fields].map(([name, [first]]) => [name, first])),
  };
}

function bodySchema(body: Contract["body"]): z.ZodObject | undefined {
  return body && "schema" in body ? body.schema : undefined;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

async function readJson(request: Request): Promise<SentBody> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (!/^application\/([\w.-]+\+)?json$/i.test(type.trim())) return { ok: false, status: 415 };
  try {
    const text = utf8.decode(await request.arrayBuffer());
    return { ok: true, sent: JSON.parse(text) };
  } catch {
    return { ok: false, status: 400 };
  }
}

/** The parsed value of a schema; the value is read only if there is a schema. */
function parse(
  schema: z.ZodObject | undefined,
  read: () => unknown,
): { value: unknown; problems: Problem[] } {
  if (!schema) return { value: undefined, problems: [] };
  // The code of a problem is the schema's own, or else zod's.
  const parsed = schema.safeParse(read(), {
    error: ({ input, code }) => (input === undefined ? "missing" : code),
  });
  if (parsed.success) return { value: parsed.data, problems: [] };
  const problems = parsed.error.issues.map(({ path, message }) => ({
    field: path.join("."),
    code: message,
  }));
  return { value: undefined, problems };
}

/** A 429 with the time to wait, in the form of SPEC.md §7's calls. */
export function tooMany(error: string, retryAfterSeconds: number) {
  return { status: 429, body: { error }, headers: retryAfter(retryAfterSeconds) } as const;
}

export function retryAfter(seconds: number) {
  return { "retry-after": String(seconds) };
}
