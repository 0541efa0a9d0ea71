import type { ReactNode } from "react";
import { Writable } from "node:stream";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import type { EntryContext } from "react-router";

const RENDER_TIMEOUT_MS = 5_000;
/** What React writes for a part that was not ready or failed. */
const LACKS_PART = "<!--$!-->";
/** React writes it into a stream only. */
const DOCTYPE = "<!DOCTYPE html>";

/**
 * The HTML of a page. Loaders have run before, so a page is rendered in one task, as a string: in a
 * stream React encodes each of its thousands of pieces separately. If a part is available only
 * later (its module was not loaded yet), or fails, a stream is used, which waits for the part or
 * reports the error: the page is always complete, and needs no script that would insert late parts.
 */
export function renderHtml(
  /** Called for each rendering. */
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
      // Each part is written in its place, however long the page is: no script inserts one later.
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

/** The whole page. Joining the chunks costs less than reading them as a stream again. */
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
 * Reads the loaders' data, which the router writes into the page for the browser, before the
 * rendering: otherwise the router waits for each chunk of it during the rendering. Returns a
 * function that makes, for each rendering, a context in which the data is already read.
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
    // Each rendering needs a stream for its reader, but this one is never read.
    serverHandoffStream: new ReadableStream(),
    renderMeta: { ...renderMeta, streamCache },
  });
}
