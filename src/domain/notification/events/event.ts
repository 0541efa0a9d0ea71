import type { z } from "zod";
import type { Locale } from "#values/locale.ts";

export const CHANNELS = ["email", "sms", "adf_email", "spreadsheet"] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * Who gets a message, which decides how much of it one sender may cause (mail-budget.server.ts).
 * - `sign_in`: whoever asks for a code or a link to an account.
 * - `asker`: an address that was typed to get this very mail.
 * - `unconfirmed`: an address that was typed into something else, and perhaps a stranger's.
 * - `member`: somebody with an account, or a request, told what another one did.
 * - `dealership`: its people, its address for leads.
 * - `staff`: what somebody outside made staff read.
 * - `uncounted`: what is told once a deed to whom it concerns, and must not be kept from them by a
 *   flood: what was done to their account or their bid, an alarm, a withdrawal.
 * - `no_mail`: it goes out by another way, which has limits of its own.
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
  /** The greeting first. A line break stays one; an address made by `link` can be pressed. */
  paragraphs: readonly string[];
  replyTo?: string;
  /** Of a newsletter: the address that ends it by a post without a page (RFC 8058). */
  unsubscribe?: string;
};

/** What goes out over each channel. */
export type Content = {
  email: EmailWords;
  sms: string;
  /** ADF travels as an e-mail whose body is the document and nothing else. */
  adf_email: { subject: string; text: string };
  /** A row: the value of each column. */
  spreadsheet: Readonly<Record<string, string>>;
};

/** What a template may know besides its params. */
export type Rendering = {
  locale: Locale;
  /** A path of `paths.ts` as a whole address, in the reader's language. */
  link(path: string): string;
};

type Label = (inputs: Record<string, never>, options: { locale: Locale }) => string;

/**
 * One thing that is told. `Stored` is what is stored with the message until it goes out; `Params` is
 * what the template is filled with. The two differ for a late event: its params are asked for when
 * the message goes out, because they are secret, or may have changed by then.
 */
export type MessageEvent<C extends Channel, Stored, Params, IsLate extends boolean> = {
  channel: C;
  recipient: Recipient;
  isLate: IsLate;
  /** What staff call it. */
  label: Label;
  /** How long it is any use; for ever where nothing is said. */
  usefulForMs: number | null;
  /** Nothing is kept with it, so nothing runs out: it can be sent again at any time. */
  storesNothing: boolean;
  compose: (
    stored: unknown,
    rendering: Rendering,
    prepare: Prepare<Stored, Params> | undefined,
  ) => Promise<Composed<C>>;
  /** Every example filled in, for tests. */
  renderExamples: (rendering: Rendering) => Content[C][];
};

/** Null where the message is no longer to be sent. */
export type Prepare<Stored, Params> = (stored: Stored) => Promise<Params | Unwritable | null>;

/** A message that can never be written, and why, in words for staff. */
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
  | { ok: false; code: "unwritable"; detail: string };

type EventInput<C extends Channel, Params> = {
  channel: C;
  recipient: Recipient;
  label: Label;
  usefulForMs?: number;
  /** One for each way that the words can go; nobody's own data. */
  examples: readonly [NoInfer<Params>, ...NoInfer<Params>[]];
  write: (params: Params, rendering: Rendering) => Content[C];
};

/** An event that is complete when it is told. */
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

/** An event whose params are asked of its owner when the message goes out. */
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
  params: Params | Unwritable | null,
  rendering: Rendering,
): Composed<C> {
  if (params === null) return { ok: false, code: "not_owed" };
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
