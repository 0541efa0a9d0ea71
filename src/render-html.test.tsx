import { lazy, type ReactNode, Suspense, useId } from "react";
import type { EntryContext } from "react-router";
import { expect, test } from "vitest";
import { readLoaderData, renderHtml } from "./render-html.server.ts";

const documentAround = (body: ReactNode) => (
  <html lang="en-CA">
    <head>
      <title>Rouvia</title>
    </head>
    <body>{body}</body>
  </html>
);

async function render(body: ReactNode) {
  const faults: unknown[] = [];
  const onError = (error: unknown) => void faults.push(error);
  const page = renderHtml(() => documentAround(body), { nonce: "n", onError });
  return { atOnce: Buffer.isBuffer(page), html: (await page).toString(), faults };
}

const Field = () => <input id={useId()} aria-label="Prix" />;

test("a page that is there is rendered at once, as a document", async () => {
  const { atOnce, html } = await render(
    <Suspense fallback={null}>
      <p>À {12} % &amp; more</p>
    </Suspense>,
  );
  expect(atOnce).toBe(true);
  expect(html).toBe(
    '<!DOCTYPE html><html lang="en-CA"><head><title>Rouvia</title></head><body><!--$-->' +
      "<p>À <!-- -->12<!-- --> % &amp; more</p><!--/$--></body></html>",
  );
});

test("a part that is there later is waited for, and says the same once it is there", async () => {
  const Late = lazy(async () => ({ default: Field }));
  const body = (
    <Suspense fallback={<p>…</p>}>
      <Late />
    </Suspense>
  );
  const first = await render(body);
  const second = await render(body);
  expect([first.atOnce, second.atOnce]).toEqual([false, true]);
  expect(first.html).toContain("<input");
  expect(first.html).not.toContain("<script");
  expect(second.html).toBe(first.html);
});

test("a part that is there later needs no boundary of its own", async () => {
  const Late = lazy(async () => ({ default: Field }));
  expect((await render(<Late />)).html).toContain("<input");
});

test("a part that fails is reported, and so is a page", async () => {
  const fault = new Error("no such word");
  const Faulty = (): ReactNode => {
    throw fault;
  };
  const { html, faults } = await render(
    <Suspense fallback={<p>Later</p>}>
      <Faulty />
    </Suspense>,
  );
  expect(html).toContain("Later");
  expect(faults).toEqual([fault]);
  await expect(render(<Faulty />)).rejects.toBe(fault);
});

/** The properties that are read of a context; the others are the router's. */
const contextOf = (pieces?: readonly Uint8Array[]) =>
  ({ serverHandoffStream: pieces && streamOf(pieces), renderMeta: {} }) as EntryContext;

const streamOf = (pieces: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

test("what the loaders said is read in all its pieces, however they are cut", async () => {
  const bytes = Buffer.from('[{"_1":2},"été"]\nP3:[4]\n');
  const pieces = [bytes.subarray(0, 12), bytes.subarray(12, 20), bytes.subarray(20)];
  const createContext = await readLoaderData(contextOf(pieces));
  const { streamCache = {} } = createContext().renderMeta ?? {};
  const results = Object.values(streamCache).map(({ result }) => result);
  expect(results.map((result) => result?.value).join("")).toBe(bytes.toString());
  expect(results.map((result) => result?.done)).toEqual([false, false, false, true]);
});

test("a page can be rendered again after what its loaders said was read", async () => {
  const createContext = await readLoaderData(contextOf([Buffer.from("[]")]));
  for (const context of [createContext(), createContext()]) {
    expect(() => context.serverHandoffStream?.getReader()).not.toThrow();
    expect(context.renderMeta?.streamCache?.[0]?.result?.value).toBe("[]");
  }
});

test("a page without loaders has nothing to be read", async () => {
  const context = contextOf();
  expect((await readLoaderData(context))()).toBe(context);
});
