import { platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { prepareVpic } from "./prepare-vpic.server.ts";

/** What the thread answers before it ends. */
export type PreparedVpic = { file: string };

// Linux keeps a priority for each thread, and 0 means this one; elsewhere it would slow the server.
if (platform() === "linux") setPriority(0, 19);

const { folder } = workerData as { folder: string };
parentPort?.postMessage({ file: await prepareVpic(folder) } satisfies PreparedVpic);
