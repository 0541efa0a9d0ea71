import { pino } from "pino";

/**
 * What may be logged is this type; nothing else fits through. No field can hold an answer, a name,
 * an address, a code or a URL with a query, so nothing sealed or personal can reach the log.
 */
type LogFields = {
  reference?: string;
  leadId?: string;
  deliveryId?: string;
  messageId?: string;
  submissionId?: string;
  channel?: string;
  outcome?: string;
  route?: string;
  method?: string;
  status?: number;
  durationMs?: number;
  port?: number;
  count?: number;
  code?: string;
  /** An error's class and stack, without its message: messages of outside errors may quote input. */
  error?: { name: string; stack?: string };
};

const sink = pino({ level: process.env.LOG_LEVEL || "info", base: undefined });

export const log = {
  info: (event: string, fields: LogFields = {}) => sink.info(fields, event),
  warn: (event: string, fields: LogFields = {}) => sink.warn(fields, event),
  error: (event: string, fields: LogFields = {}) => sink.error(fields, event),
  debug: (event: string, fields: LogFields = {}) => sink.debug(fields, event),
};

/** The loggable part of whatever was thrown. */
export function loggableError(thrown: unknown): NonNullable<LogFields["error"]> {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const frames = thrown.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { name: thrown.name, ...(frames?.length ? { stack: frames.join("\n") } : {}) };
}
