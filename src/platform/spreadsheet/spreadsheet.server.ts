import { httpCall, type HttpResult } from "#platform/outgoing/http-call.server.ts";
import { isLoopback } from "#platform/outgoing/loopback.ts";
import { plainDetail } from "#platform/outgoing/plain-detail.ts";
import { sendFailure, type SendFailure } from "#platform/outgoing/send-result.ts";

type AppendResult = { ok: true } | SendFailure;

export interface SpreadsheetTarget {
  /** Adds one row; the field names are those of the sheet's script. */
  append(fields: Record<string, string>): Promise<AppendResult>;
}

type SpreadsheetSettings = {
  /** The web app's address, `https://script.google.com/macros/s/…/exec`. */
  url: string;
  /** For each of the two calls. */
  timeoutMs?: number;
  /** Further hosts, beside that of the address, from which the response may be fetched. */
  redirectHosts?: readonly string[];
};

const APPS_SCRIPT_RESPONSE_HOSTS = ["script.googleusercontent.com"];

/**
 * Appends to a sheet through a Google Apps Script web app. A url-encoded POST is answered with a
 * 302 to another host, where a GET returns `{"result":"success"}` or `{"result":"error","error":…}`
 * (https://developers.google.com/apps-script/guides/content#redirects). The HTTP status says
 * nothing, so only `result` counts. Any other response is `temporary`, a redirect to another host
 * `permanent`. The row is written before the 302: if the second response is lost, a second attempt
 * may write the row again, so `fields` should contain a reference.
 */
export function spreadsheetTarget({
  url,
  timeoutMs = 3_000,
  redirectHosts = APPS_SCRIPT_RESPONSE_HOSTS,
}: SpreadsheetSettings): SpreadsheetTarget {
  const endpoint = URL.canParse(url) ? new URL(url) : undefined;
  if (!endpoint || !isSafe(endpoint)) {
    const failure = sendFailure("not_configured", "the spreadsheet's address must be https");
    return { append: async () => failure };
  }
  const allowedHosts = [endpoint.hostname, ...redirectHosts];

  return {
    async append(fields) {
      const values = Object.values(fields);
      const posted = await httpCall({
        url: endpoint,
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(asPlainCells(fields)).toString(),
        timeoutMs,
      });
      if (!posted.ok || posted.status !== 302) return readResult(posted, values);
      const answerUrl = readRedirect(posted.location, endpoint, allowedHosts);
      if (!answerUrl) {
        return sendFailure("permanent", "the spreadsheet redirects to a host that is not allowed");
      }
      const response = await httpCall({ url: answerUrl, method: "GET", timeoutMs });
      return readResult(response, values);
    },
  };
}

function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/**
 * An outside response must not redirect calls to this machine. Only a call to this machine may be
 * redirected to it.
 */
function readRedirect(
  location: string | null,
  endpoint: URL,
  allowedHosts: readonly string[],
): URL | undefined {
  if (!location || !URL.canParse(location, endpoint)) return undefined;
  const target = new URL(location, endpoint);
  if (!allowedHosts.includes(target.hostname) || !isSafe(target)) return undefined;
  return isLoopback(target.hostname) && !isLoopback(endpoint.hostname) ? undefined : target;
}

function readResult(response: HttpResult, values: readonly string[]): AppendResult {
  if (!response.ok) return sendFailure("temporary", `spreadsheet: ${response.detail}`);
  const { result, error } = parseResponse(response.text);
  if (result === "success") return { ok: true };
  if (result === "error") {
    // Locks and quotas are the usual errors of a script, and they are temporary.
    return sendFailure(
      "temporary",
      `spreadsheet: ${plainDetail(typeof error === "string" ? error : "no reason given", values)}`,
    );
  }
  return sendFailure("temporary", `spreadsheet: HTTP ${response.status} without a result`);
}

function parseResponse(text: string): { result?: unknown; error?: unknown } {
  try {
    const result: unknown = JSON.parse(text);
    return typeof result === "object" && result !== null ? result : {};
  } catch {
    return {};
  }
}

/**
 * The sheet would run a cell that begins like a formula in its owner's name; an apostrophe makes it
 * text (OWASP, CSV Injection). Phone numbers and amounts cannot be formulas and are left unchanged.
 */
function asPlainCells(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isFormula = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d\s().,-]+$/.test(value);
      return [name, isFormula ? `'${value}` : value];
    }),
  );
}
