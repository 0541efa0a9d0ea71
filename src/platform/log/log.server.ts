import { now } from "#platform/clock/clock.server.ts";

/**
 * What may be logged is this type; nothing else fits through. No field can hold an answer, a name,
 * an address, a code or a URL with a query, so nothing sealed or personal can reach the log.
 */
type LogFields = {
  messageId?: string;
  /** Of a message: which one it is. */
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

/** The numbers that log collectors know from bunyan and pino. */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Infinity };

/** Read here and not from the checked environment: what is wrong with that is logged too. */
const wanted = Object.entries(LEVELS).find(([name]) => name === process.env.LOG_LEVEL);
const lowest = wanted?.[1] ?? LEVELS.info;

// Whoever read the log may end before the site does, which serves on without it.
process.stdout.on("error", () => undefined);

export const log = {
  info: (event: string, fields?: LogFields) => write("info", event, fields),
  warn: (event: string, fields?: LogFields) => write("warn", event, fields),
  error: (event: string, fields?: LogFields) => write("error", event, fields),
  debug: (event: string, fields?: LogFields) => write("debug", event, fields),
};

/** One event a line of JSON on the standard output, where a service manager collects it. */
function write(level: keyof typeof LEVELS, event: string, fields?: LogFields): void {
  if (LEVELS[level] < lowest) return;
  const entry = { level: LEVELS[level], time: now().getTime(), ...fields, msg: event };
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}

/** The loggable part of whatever was thrown. */
export function loggableError(thrown: unknown): NonNullable<LogFields["error"]> {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const frames = thrown.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { name: thrown.name, ...(frames?.length ? { stack: frames.join("\n") } : {}) };
}
