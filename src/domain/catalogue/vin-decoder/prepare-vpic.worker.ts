import { platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { prepareVpic } from "./prepare-vpic.server.ts";

/** The message that the thread posts before it ends. */
export type PreparedVpic = { file: string };

// On Linux each thread has its own priority, and 0 means this thread; elsewhere it would slow down
// the server.
if (platform() === "linux") setPriority(0, 19);

const { folder } = workerData as { folder: string };
parentPort?.postMessage({ file: await prepareVpic(folder) } satisfies PreparedVpic);
