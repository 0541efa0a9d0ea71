import { availableParallelism } from "node:os";
import {
  drawingKey,
  pictureFileName,
  type PictureAddress,
} from "#packages/car-illustration/picture-address";
import { ILLUSTRATION_VERSION } from "#packages/car-illustration/picture-address";
import { loggableError, type log } from "#platform/log/log.server.ts";
import { openPictureFolder } from "./picture-folder.server.ts";
import { createRenderPool, type RenderPriority, type RenderTicket } from "./render-pool.server.ts";

type PictureResult =
  | { ok: true; bytes: Uint8Array; contentType: `image/${PictureAddress["format"]}`; etag: string }
  /** `busy`: too many pictures wait, try again soon. `closed`: the process is ending. */
  | { ok: false; code: "busy" | "closed" | "failed" };

interface WarmResult {
  rendered: number;
  failed: number;
  durationMs: number;
}

export interface PictureStore {
  /** Reads a picture from disk, or draws and stores it. Does not throw. */
  read(address: PictureAddress): Promise<PictureResult>;
  /**
   * Draws pictures in advance while no page waits for one, one drawing after the other. Skips those
   * that exist. Ends early if the store closes.
   */
  warm(addresses: readonly PictureAddress[]): Promise<WarmResult>;
  /** Stops the threads; pending reads return `closed`. */
  close(): Promise<void>;
}

export interface PictureStoreOptions {
  /** Contains only the pictures; created if missing. */
  directory: string;
  /** The program of the drawing threads; tests use another one. */
  program?: URL;
  log?: Pick<typeof log, "info" | "warn">;
  /** How many pictures for pages may wait to be drawn. */
  maxWaiting?: number;
  /**
   * Above this, pictures are drawn but no longer stored: there are many possible addresses, and
   * disks are limited.
   */
  maxStoredBytes?: number;
}

const MAX_WAITING = 256;
const MAX_STORED_BYTES = 512 * 1024 * 1024;

export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const { log } = options;
  /** Without a folder, pictures are drawn for each request rather than refused. */
  const opening = openPictureFolder(
    options.directory,
    options.maxStoredBytes ?? MAX_STORED_BYTES,
  ).catch((thrown: unknown) => {
    log?.warn("pictures.folder_failed", { error: loggableError(thrown) });
    return undefined;
  });
  const pool = createRenderPool({
    ...(options.program && { program: options.program }),
    // One processor stays free for the pages themselves.
    threadCount: Math.min(2, Math.max(1, availableParallelism() - 1)),
    maxWaiting: options.maxWaiting ?? MAX_WAITING,
  });
  const underWay = new Map<string, { result: Promise<PictureResult>; hurry: () => void }>();
  let isClosed = false;
  let isFullLogged = false;

  /** Concurrent requests for a file share one drawing. */
  const render = (address: PictureAddress, priority: RenderPriority): Promise<PictureResult> => {
    const fileName = pictureFileName(address);
    const running = underWay.get(fileName);
    if (running) {
      if (priority === "page") running.hurry();
      return running.result;
    }
    const ticket = pool.submit(address, priority);
    const result = finish(address, ticket).finally(() => underWay.delete(fileName));
    underWay.set(fileName, { result, hurry: ticket.hurry });
    return result;
  };

  const finish = async (address: PictureAddress, ticket: RenderTicket): Promise<PictureResult> => {
    const painted = await ticket.result;
    if (!painted.ok) {
      if ("code" in painted) return painted;
      log?.warn("pictures.render_failed", { error: loggableError(painted.error) });
      return { ok: false, code: "failed" };
    }
    await store(pictureFileName(address), painted.bytes);
    return pictureResult(address, painted.bytes);
  };

  /** A full or broken disk is no reason to refuse a picture that is ready. */
  const store = async (fileName: string, bytes: Uint8Array): Promise<void> => {
    try {
      const cached = await (await opening)?.store(fileName, bytes);
      if (cached === "full" && !isFullLogged) log?.warn("pictures.folder_full");
      isFullLogged ||= cached === "full";
    } catch (thrown) {
      log?.warn("pictures.write_failed", { error: loggableError(thrown) });
    }
  };

  const readStored = async (address: PictureAddress): Promise<PictureResult | undefined> => {
    try {
      const bytes = await (await opening)?.read(pictureFileName(address));
      return bytes && pictureResult(address, bytes);
    } catch (thrown) {
      log?.warn("pictures.read_failed", { error: loggableError(thrown) });
      return undefined;
    }
  };

  return {
    read: async (address) => (await readStored(address)) ?? render(address, "page"),
    warm: async (addresses) => {
      const startedAt = performance.now();
      const folder = await opening;
      const result = { rendered: 0, failed: 0 };
      const drawings = Map.groupBy(addresses, drawingKey).values();
      // Each lane takes the next drawing, and makes all its files before it takes another.
      const runNext = async (): Promise<void> => {
        for (const files of drawings) {
          for (const address of files) {
            if (isClosed || !folder) return;
            if (await folder.has(pictureFileName(address))) continue;
            const { ok } = await render(address, "background");
            result[ok ? "rendered" : "failed"] += 1;
          }
        }
      };
      await Promise.all(Array.from({ length: pool.threadCount }, runNext));
      const durationMs = Math.round(performance.now() - startedAt);
      return { ...result, durationMs };
    },
    close: async () => {
      isClosed = true;
      await pool.close();
      await Promise.allSettled([...underWay.values()].map(({ result }) => result));
    },
  };
}

function pictureResult(address: PictureAddress, bytes: Uint8Array): PictureResult {
  return { ok: true, bytes, contentType: `image/${address.format}`, etag: pictureEtag(address) };
}

/**
 * A weak ETag, because it consists of the drawing's name and version and not of a hash of the
 * bytes.
 */
export function pictureEtag(address: PictureAddress): string {
  return `W/"v${ILLUSTRATION_VERSION}-${pictureFileName(address)}"`;
}
