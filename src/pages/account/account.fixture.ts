import { beforeAll } from "vitest";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { startIdentity } from "#domain/identity/auth.server.ts";
import { findSession } from "#domain/identity/session.server.ts";
import { env } from "#platform/env/env.server.ts";
import { listOutbox, type OutboxMessage } from "#platform/outbox/outbox.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { hashVisitorSecret } from "#platform/request/visitor-cookie.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { startStorage } from "#platform/storage/storage.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { FormResult } from "#forms/view-model.ts";

export const ORIGIN = "http://site.test";

/**
 * Sets up everything that accounts need for the tests of the calling file, with mail in the outbox.
 */
export function useAccounts({ isDemoMode = false } = {}) {
  const site = useSite({ origin: ORIGIN });
  beforeAll(() => {
    startStorage(env());
    startIdentity("a secret of the test that is long enough to sign with", { isDemoMode });
  });
  return site;
}

type PageResponse = {
  status: number;
  location: string | null;
  headers: Headers;
  /** The errors: by question, null if an error belongs to no single one. */
  problems: Problem[];
  /** The values in the refused form. */
  typed: Record<string, string>;
  /** All other data of the page. */
  body: Record<string, unknown>;
};

type Problem = { control: string | null; code: string; text: string };

type Handler = (args: PageArgs) => unknown;

let browsers = 0;

/**
 * A browser with an IP address of its own that keeps its cookies and posts forms to a page's
 * action. `visitorCookie`: a cookie from before, if it has sent something.
 */
export function browser(
  from: {
    visitorCookie?: string;
    ipAddress?: string;
    deviceCookie?: string;
    province?: ProvinceCode;
  } = {},
) {
  browsers += 1;
  const { ipAddress = `198.18.${browsers >> 8}.${browsers & 255}` } = from;
  const brought = { visitor: from.visitorCookie, device: from.deviceCookie };
  const cookies = new Map<string, string>(
    Object.entries(brought).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const makeHeaders = () =>
    new Headers({
      cookie: cookieHeader(),
      "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
    });
  const who = () => findSession({ headers: makeHeaders(), origin: ORIGIN });

  async function ask(handler: Handler, path: string, body?: FormData | URLSearchParams) {
    const request = new Request(ORIGIN + path, {
      method: body ? "POST" : "GET",
      headers: makeHeaders(),
      ...(body ? { body } : {}),
    });
    const session = await who();
    const visitorSecret = cookies.get("visitor");
    const context = makeContext({
      origin: ORIGIN,
      ipAddress,
      isUnknown: visitorSecret === undefined,
      ...(visitorSecret !== undefined && { visitorHash: hashVisitorSecret(visitorSecret) }),
      user: session?.user ?? null,
      sessionId: session?.sessionId ?? null,
      locale: path.startsWith("/fr") ? "fr" : "en",
      province: from.province,
    });
    const response = await readPageResponse(async () => handler({ request, context }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /Max-Age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    who,
    cookieHeader,
    visitorCookie: () => cookies.get("visitor"),
    get: (handler: Handler, path = "/") => ask(handler, path),
    post: (handler: Handler, fields: Record<string, string>, path = "/") =>
      ask(handler, path, new URLSearchParams(fields)),
    upload: (handler: Handler, fields: FormData) => ask(handler, "/", fields),
  };
}

export type TestBrowser = ReturnType<typeof browser>;

async function readPageResponse(work: () => Promise<unknown>): Promise<PageResponse> {
  const parsed = await work().catch((thrown: unknown) => {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  });
  if (parsed instanceof Response) {
    const { status, headers } = parsed;
    return {
      status,
      headers,
      location: headers.get("location"),
      problems: [],
      typed: {},
      body: {},
    };
  }
  const { data, init } = isDataWithInit(parsed) ? parsed : { data: parsed, init: {} };
  const body = (data ?? {}) as Record<string, unknown>;
  return {
    status: init?.status ?? 200,
    headers: new Headers(init?.headers),
    location: null,
    problems: isFormResult(body) ? problemsIn(body) : [],
    typed: isFormResult(body) ? typedIn(body) : {},
    body,
  };
}

function isFormResult(body: unknown): body is FormResult {
  return typeof body === "object" && body !== null && "fieldErrors" in body;
}

export function problemsIn(result: FormResult): Problem[] {
  if (result.ok) return [];
  const { text } = result.view.errorSummary ?? {};
  return [
    ...(text === undefined ? [] : [{ control: null, code: "refused", text }]),
    ...result.fieldErrors.map(({ field, code, message }) => ({
      control: field,
      code,
      text: message,
    })),
  ];
}

export function typedIn(result: FormResult): Record<string, string> {
  if (result.ok) return {};
  return Object.fromEntries(
    result.view.questions.flatMap((question) =>
      "value" in question ? [[question.name, question.value]] : [],
    ),
  );
}

function isDataWithInit(value: unknown): value is { data: unknown; init: ResponseInit | null } {
  return typeof value === "object" && value !== null && "init" in value && "data" in value;
}

/** Every message so far, after sending the due ones: no worker runs during the tests. */
export async function listSent(): Promise<OutboxMessage[]> {
  await sendDueMessages();
  return listOutbox();
}

/** The newest mail to an address whose text holds `words`. */
export async function mailTo(email: string, words: RegExp): Promise<OutboxMessage> {
  const found = (await listSent()).find(({ to, text }) => to === email && words.test(text));
  if (!found) throw new Error(`There is no mail to ${email} that says ${words}.`);
  return found;
}

/** The token of the link in a mail, such as `/login/reset/TOKEN`. */
export function tokenIn(mail: OutboxMessage, path: string): string {
  const token = new RegExp(`${ORIGIN}(?:/fr)?${path}/([\\w-]+)`).exec(mail.text)?.[1];
  if (!token) throw new Error(`No link to ${path} in: ${mail.text}`);
  return token;
}
