import { createHash } from "node:crypto";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { startScripts } from "../page-scripts.server.ts";
import { serveApp } from "./app.fixture.ts";

export const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** A browser with a visitor cookie of which nothing is stored, and one that sent something. */
export const VIEWER = "looked-".padEnd(32, "l");
export const SENT = "sent-".padEnd(32, "s");
const VIEWERS_ONLY = new Set([hashOf(VIEWER)]);

/** The site with pages in the form that React's renderer gives them; each prints who asked. */
export async function servePages() {
  /** The request of each rendering, and its visitor. */
  const renderings: { url: string; visitor: Visitor; headers: Headers }[] = [];
  /** What pages show, and how they are rendered: for a test to change. */
  const pages = { price: "$10,000", respond: render };
  const storedData = { whileSought: () => {} };
  let emptyPages: () => void = () => {};

  async function render(request: Request, visitor: Visitor): Promise<Response> {
    const shown = pages.price;
    const { pathname } = new URL(request.url);
    const { nonce } = visitor;
    const script = (code: string) => `<script nonce="${nonce}">${code}</script>`;
    const module = `<script nonce="${nonce}" type="module" async="">import "/assets/a.js"</script>`;
    const html = `<p>${shown} ${visitor.theme}</p>${script("first()")}<script>injected()</script>${module}`;
    await new Promise(setImmediate);
    return new Response(
      startScripts(Buffer.from(html), { nonce, hydrate: "afterPaint", preloads: [] }),
      {
        status: pathname.endsWith("/gone") ? 410 : 200,
        headers: { "content-type": "text/html", "cache-control": "private, no-cache" },
      },
    );
  }

  const site = await serveApp(
    {},
    {
      async respondWithPage(request, visitor) {
        renderings.push({ url: request.url, visitor, headers: request.headers });
        return pages.respond(request, visitor);
      },
      onPagesChanged: (empty) => void (emptyPages = empty),
      async findStoredData(visitorHash) {
        storedData.whileSought();
        const any = !VIEWERS_ONLY.has(visitorHash);
        return { any, sent: any, begun: any };
      },
    },
  );
  return {
    renderings,
    pages,
    traces: storedData,
    /** As when a page has changed. */
    emptyPages: () => emptyPages(),
    async get(path: string, headers: Record<string, string> = {}, method = "GET") {
      const address = site.origin + path;
      const response = await fetch(address, { method, headers, redirect: "manual" });
      return { status: response.status, headers: response.headers, html: await response.text() };
    },
    origin: site.origin,
    close: site.close,
  };
}
