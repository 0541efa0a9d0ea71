import type { z } from "zod";
import type { Locale } from "#values/locale.ts";

export const CHANNELS = ["email", "sms", "push", "adf_email", "spreadsheet", "https"] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The kind of recipient, which decides how many of these messages one sender may cause
 * (mail-budget.server.ts).
 * - `sign_in`: a person who asks for a code or a link to an account.
 * - `asker`: an address that was typed to get this e-mail.
 * - `unconfirmed`: an address that was typed into something else, and may be a stranger's.
 * - `member`: a person with an account or a request, told what another person did.
 * - `dealership`: its members, or its address for leads.
 * - `staff`: what somebody outside made staff read.
 * - `uncounted`: sent once per action to the person concerned. A flood must not keep it from them:
 *   a change to their account or their bid, an alarm, a withdrawal.
 * - `no_mail`: goes over another channel, which has limits of its own.
 */
export const RECIPIENTS = [
  "sign_in",
  "asker",
  "unconfirmed",
  "member",
  "dealership",
  "staff",
  "uncounted",
  "no_mail",
] as const;
export type Recipient = (typeof RECIPIENTS)[number];

export type EmailWords = {
  subject: string;
  /** The greeting first. Line breaks are kept; an address made by `link` becomes a link. */
  paragraphs: readonly string[];
  replyTo?: string;
  /** For a newsletter only: the address that unsubscribes by a POST without a page (RFC 8058). */
  unsubscribe?: string;
};

/** The content of a message, by channel. */
export type Content = {
  email: EmailWords;
  sms: string;
  /** In a browser; pressing it opens the page. Its service sees neither. */
  push: { title: string; url: string };
  /** ADF is sent as an e-mail whose body is only the document. */
  adf_email: { subject: string; text: string };
  /** One row: the value of each column. */
  spreadsheet: Readonly<Record<string, string>>;
  /** One POST to an address that a dealership chose. */
  https: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
    /** Personal data, removed from what the receiver answers before that is stored. */
    redacted: readonly string[];
  };
};

/** What a template receives besides its params. */
export type Rendering = {
  locale: Locale;
  /** The absolute URL of a path from `paths.ts`, in the reader's language. */
  link(path: string): string;
};

type Label = (inputs: Record<string, never>, options: { locale: Locale }) => string;

/**
 * One kind of message. `Stored` is stored with the message until it is sent; `Params` fills the
 * template. The two differ for a late event: its params are loaded when the message is sent,
 * because they are secret, or may have changed by then.
 */
export type MessageEvent<C extends Channel, Stored, Params, IsLate extends boolean> = {
  channel: C;
  recipient: Recipient;
  isLate: IsLate;
  /** Its name for staff. */
  label: Label;
  /** How long the message is useful; null if there is no limit. */
  usefulForMs: number | null;
  /** Nothing is stored with it, so nothing expires: it can be sent again at any time. */
  storesNothing: boolean;
  compose: (
    stored: unknown,
    rendering: Rendering,
    prepare: Prepare<Stored, Params> | undefined,
  ) => Promise<Composed<C>>;
  /** The content of every example, for tests. */
  renderExamples: (rendering: Rendering) => Content[C][];
};

/** Returns null if the message must no longer be sent. */
export type Prepare<Stored, Params> = (
  stored: Stored,
) => Promise<Params | Unwritable | Postponed | null>;

/** The message is still owed, but its receiver rests: it is tried at this time, and not before. */
export class Postponed {
  readonly until: Date;
  constructor(until: Date) {
    this.until = until;
  }
}

/** A message that can never be written, with the reason in words for staff. */
export class Unwritable {
  readonly detail: string;
  constructor(detail: string) {
    this.detail = detail;
  }
}

const FORGOTTEN = new Unwritable("What it said is forgotten, so it cannot be sent.");

type Composed<C extends Channel> =
  | { ok: true; content: Content[C] }
  | { ok: false; code: "not_owed" }
  | { ok: false; code: "postponed"; until: Date }
  | { ok: false; code: "unwritable"; detail: string };

type EventInput<C extends Channel, Params> = {
  channel: C;
  recipient: Recipient;
  label: Label;
  usefulForMs?: number;
  /** One for each variant of the text; never real data. */
  examples: readonly [NoInfer<Params>, ...NoInfer<Params>[]];
  write: (params: Params, rendering: Rendering) => Content[C];
};

/** An event whose params are complete when it is stored. */
export function event<C extends Channel, Schema extends z.ZodType>(
  input: EventInput<C, z.infer<Schema>> & { params: Schema },
): MessageEvent<C, z.infer<Schema>, z.infer<Schema>, false> {
  return {
    ...describeEvent(input),
    isLate: false,
    async compose(stored, rendering, prepare) {
      const read = input.params.safeParse(stored);
      if (!read.success) return compose(input, FORGOTTEN, rendering);
      if (!prepare) return compose(input, read.data, rendering);
      return prepare(read.data).then((params) => compose(input, params, rendering));
    },
  };
}

/** An event whose owner provides its params when the message is sent. */
export function lateEvent<C extends Channel, Schema extends z.ZodType, Params>(
  input: EventInput<C, Params> & { stored: Schema },
): MessageEvent<C, z.infer<Schema>, Params, true> {
  return {
    ...describeEvent(input),
    isLate: true,
    storesNothing: input.stored.safeParse(undefined).success,
    async compose(stored, rendering, prepare) {
      if (!prepare) throw new Error("A late event has nobody who prepares it.");
      const read = input.stored.safeParse(stored);
      if (!read.success) return compose(input, FORGOTTEN, rendering);
      return prepare(read.data).then((params) => compose(input, params, rendering));
    },
  };
}

function compose<C extends Channel, Params>(
  { write }: EventInput<C, Params>,
  params: Params | Unwritable | Postponed | null,
  rendering: Rendering,
): Composed<C> {
  if (params === null) return { ok: false, code: "not_owed" };
  if (params instanceof Postponed) return { ok: false, code: "postponed", until: params.until };
  if (params instanceof Unwritable) return { ok: false, code: "unwritable", detail: params.detail };
  return { ok: true, content: write(params, rendering) };
}

function describeEvent<C extends Channel, Params>(input: EventInput<C, Params>) {
  return {
    channel: input.channel,
    recipient: input.recipient,
    label: input.label,
    usefulForMs: input.usefulForMs ?? null,
    storesNothing: false,
    renderExamples: (rendering: Rendering) =>
      input.examples.map((example) => input.write(example, rendering)),
  };
}
