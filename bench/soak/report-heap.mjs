// Loaded into the site by the soak test: reports the heap, which cannot be measured from outside.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const REPORT_MS = 5_000;
const file = process.env["HEAP_REPORT"];

if (isMainThread && file) {
  setInterval(() => {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(process.memoryUsage()));
  }, REPORT_MS).unref();
}
