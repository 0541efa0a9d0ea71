import { Worker } from "node:worker_threads";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import type { Begun, DecodeResponse, DecodeJob, Pixels } from "./decode.worker.ts";

type Refused = Extract<DecodeResponse, { ok: false }>;
export type DecodeRefusal = Refused["code"];

/** A photo of 40 megapixels takes a few hundred megabytes while it is read; the others wait. */
const inTurn = limitConcurrency(2);
/** A phone's photo takes one or two on a machine with nothing else to do. */
const LONGEST_WORK_MS = 30_000;
/** Once it is begun. Its parts may draw each other without end; a scan's page takes a fraction of a second. */
const LONGEST_PDF_MS = 5_000;
/** The build puts it beside the server; unbuilt, Node runs the source as it is. */
const PROGRAM = new URL(
  import.meta.env?.PROD ? "./decode.worker.js" : "./decode.worker.ts",
  import.meta.url,
);

/** How a file of people's own is drawn that sharp cannot: HEIC photos, pages of a PDF. */
export async function decodeHeic(
  file: Uint8Array,
  { mostPixels }: { mostPixels: number },
): Promise<{ ok: true; picture: Pixels } | Refused> {
  return expectPicture(await decode({ kind: "heic", file, mostPixels }));
}

/** Whether each page of a PDF can be drawn, unless that is known, and how many there are. */
export async function readPdf(
  file: Uint8Array,
  {
    mostPages,
    isCountedOnly = false,
    timeoutMs = LONGEST_PDF_MS,
  }: { mostPages: number; isCountedOnly?: boolean; timeoutMs?: number },
): Promise<{ ok: true; pageCount: number } | Refused> {
  const result = await decode({ kind: "pdf", file, mostPages, isCountedOnly }, timeoutMs);
  if (!result.ok || result.kind === "pdf") return result;
  return { ok: false, code: "unreadable" };
}

/** One page, counted from 1, as it would be printed: nothing in it runs, and no form is filled in. */
export async function drawPdfPage(
  file: Uint8Array,
  { page, longestSidePx }: { page: number; longestSidePx: number },
): Promise<{ ok: true; picture: Pixels } | Refused> {
  return expectPicture(
    await decode({ kind: "pdf_page", file, page, longestSidePx }, LONGEST_PDF_MS),
  );
}

function expectPicture(result: DecodeResponse): { ok: true; picture: Pixels } | Refused {
  if (!result.ok || result.kind === "picture") return result;
  return { ok: false, code: "unreadable" };
}

/**
 * A thread for each file, ended with its answer: nothing of a hostile file stays for the next one,
 * and one that takes too long is given up. The decoders are WebAssembly, which reaches nothing but
 * the memory that it is given.
 */
function decode(job: DecodeJob, timeoutMs = LONGEST_WORK_MS): Promise<DecodeResponse> {
  return inTurn(async () => {
    const worker = new Worker(PROGRAM, {
      workerData: job,
      // Flags and settings of the parent are not for the worker.
      execArgv: [],
      env: {},
      // Decoders write to the console what they make of a file.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    const result = await new Promise<DecodeResponse>((resolve) => {
      const fail = () => resolve({ ok: false, code: "unreadable" });
      let timer = setTimeout(fail, LONGEST_WORK_MS);
      worker.on("message", (message: Begun | DecodeResponse) => {
        if (message !== "begun") return resolve(message);
        // What a busy machine takes to load the decoder is not the file's doing.
        clearTimeout(timer);
        timer = setTimeout(fail, timeoutMs);
      });
      worker.on("error", fail);
      worker.on("exit", () => {
        clearTimeout(timer);
        fail();
      });
    });
    await worker.terminate();
    return result;
  });
}
