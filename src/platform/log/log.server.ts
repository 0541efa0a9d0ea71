import { now } from "#platform/clock/clock.server.ts";

/**
 * Only fields of this type can be logged. No field can hold an answer, a name, an address, a code
 * or a URL with a query, so nothing sealed or personal can get into the log.
 */
type LogFields = {
  messageId?: string;
  /** The event of a message. */
  event?: string;
  budget?: string;
  job?: string;
  outcome?: string;
  route?: string;
  method?: string;
  status?: number;
  durationMs?: number;
  count?: number;
  code?: string;
  /** An error's class and stack, without its message: messages of outside errors may quote input. */
  error?: { name: string; stack?: string };
};

/** The level numbers of bunyan and pino, which log collectors understand. */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Infinity };

/**
 * Read here and not from the parsed environment, because errors of the environment are logged too.
 */
const wanted = Object.entries(LEVELS).find(([name]) => name === process.env.LOG_LEVEL);
const lowest = wanted?.[1] ?? LEVELS.info;

// The process that reads the log may end before the site does. The site then continues without it.
process.stdout.on("error", () => undefined);

export const log = {
  info: (event: string, fields?: LogFields) => write("info", event, fields),
  warn: (event: string, fields?: LogFields) => write("warn", event, fields),
  error: (event: string, fields?: LogFields) => write("error", event, fields),
  debug: (event: string, fields?: LogFields) => write("debug", event, fields),
};

/**
 * Writes each event as one line of JSON to the standard output, where a service manager collects
 * it.
 */
function write(level: keyof typeof LEVELS, event: string, fields?: LogFields): void {
  if (LEVELS[level] < lowest) return;
  const entry = { level: LEVELS[level], time: now().getTime(), ...fields, msg: event };
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}

/** The part of a thrown value that may be logged. */
export function loggableError(thrown: unknown): NonNullable<LogFields["error"]> {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const frames = thrown.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { name: thrown.name, ...(frames?.length ? { stack: frames.join("\n") } : {}) };
}
