import { Worker } from "node:worker_threads";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import type { Begun, DecodeResponse, DecodeJob, Pixels } from "./decode.worker.ts";

type Refused = Extract<DecodeResponse, { ok: false }>;
export type DecodeRefusal = Refused["code"];

/**
 * A photo of 40 megapixels takes a few hundred megabytes while it is decoded. At most two are
 * decoded at once; the others wait.
 */
const inTurn = limitConcurrency(2);
/** A phone's photo takes one or two seconds on an idle machine. */
const LONGEST_WORK_MS = 30_000;
/**
 * Counted from when the file's decoding begins. The parts of a PDF may draw each other without end;
 * the page of a scan takes a fraction of a second.
 */
const LONGEST_PDF_MS = 5_000;
/** The build puts the worker beside the server. Without a build, Node runs the source file. */
const PROGRAM = new URL(
  import.meta.env?.PROD ? "./decode.worker.js" : "./decode.worker.ts",
  import.meta.url,
);

/** Decodes an uploaded file that sharp cannot read: HEIC photos here, pages of a PDF below. */
export async function decodeHeic(
  file: Uint8Array,
  { mostPixels }: { mostPixels: number },
): Promise<{ ok: true; picture: Pixels } | Refused> {
  return expectPicture(await decode({ kind: "heic", file, mostPixels }));
}

/**
 * Counts the pages of a PDF. Unless `isCountedOnly`, it also checks that each page can be drawn.
 */
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

/**
 * Draws one page, counted from 1, as it would be printed. No script in the file runs, and no form
 * field is drawn.
 */
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
 * Decodes each file in its own thread, which ends with its result. So nothing of a hostile file
 * remains for the next one, and a file that takes too long is given up. The decoders are
 * WebAssembly, which can access only its own memory.
 */
function decode(job: DecodeJob, timeoutMs = LONGEST_WORK_MS): Promise<DecodeResponse> {
  return inTurn(async () => {
    const worker = new Worker(PROGRAM, {
      workerData: job,
      // Flags and settings of the parent process must not apply to the worker.
      execArgv: [],
      env: {},
      // The decoders write messages about the file to the console.
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
        // The time that a busy machine needs to load the decoder does not count.
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
