import type { ReactNode } from "react";
import { Writable } from "node:stream";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import type { EntryContext } from "react-router";

const RENDER_TIMEOUT_MS = 5_000;
/** What React writes where a part was not ready, or failed. */
const LACKS_PART = "<!--$!-->";
/** React writes it into a stream only. */
const DOCTYPE = "<!DOCTYPE html>";

/**
 * The HTML of a page. Loaders have run before it starts, so a page is rendered in one go, as text: as a
 * stream React encodes each of its thousands of pieces for itself. Where a part of the page is there
 * only later (one whose module was not loaded yet), and where one fails, the stream waits for it or
 * says why: the page is whole in any case, and needs no script that would put late parts in place.
 */
export function renderHtml(
  /** Anew for each rendering. */
  createPage: () => ReactNode,
  { nonce, onError }: { nonce: string; onError: (error: unknown) => void },
): Buffer | Promise<Buffer> {
  return renderAtOnce(createPage()) ?? renderWhenReady(createPage(), { nonce, onError });
}

function renderAtOnce(page: ReactNode): Buffer | null {
  try {
    const html = DOCTYPE + renderToString(page);
    return html.includes(LACKS_PART) ? null : Buffer.from(html);
  } catch {
    return null;
  }
}

function renderWhenReady(
  page: ReactNode,
  { nonce, onError }: { nonce: string; onError: (error: unknown) => void },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Each part of a page stands in its place, however long the page: none is put there by script.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(timer);
        collect(pipe, resolve);
      },
      onShellError: reject,
      onError,
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

/** The page as a whole. Nothing is read again as a stream, which costs more than the joining. */
function collect(pipe: (into: Writable) => void, done: (page: Buffer) => void): void {
  const chunks: Buffer[] = [];
  pipe(
    new Writable({
      write(chunk: Buffer, _encoding, next) {
        chunks.push(chunk);
        next();
      },
      final(ended) {
        done(Buffer.concat(chunks));
        ended();
      },
    }),
  );
}

/**
 * Reads what the loaders said, which the router writes into the page for the browser, ahead of the
 * rendering: else the router waits for each piece of it in the middle of that. Makes, for each
 * rendering, a context in which it is found read.
 */
export async function readLoaderData(context: EntryContext): Promise<() => EntryContext> {
  const { serverHandoffStream, renderMeta } = context;
  if (!serverHandoffStream) return () => context;
  const streamCache: NonNullable<typeof renderMeta>["streamCache"] = {};
  const reader = serverHandoffStream.getReader();
  const decoder = new TextDecoder();
  for (let at = 0, done = false; !done; at += 1) {
    const read = await reader.read();
    done = read.done;
    const value = decoder.decode(read.value, { stream: true });
    streamCache[at] = Object.assign(Promise.resolve(), { result: { done, value } });
  }
  return () => ({
    ...context,
    // Each rendering asks a stream for its reader, and this one reads nothing.
    serverHandoffStream: new ReadableStream(),
    renderMeta: { ...renderMeta, streamCache },
  });
}
