import type { z } from "zod";
import type { Locale } from "#values/locale.ts";

export const CHANNELS = ["email", "sms", "adf_email", "spreadsheet"] as const;
export type Channel = (typeof CHANNELS)[number];

export type EmailWords = {
  subject: string;
  /** The greeting first. A line break stays one; an address made by `link` can be pressed. */
  paragraphs: readonly string[];
  replyTo?: string;
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
 * One thing that is told. `Kept` is what is stored with the message until it goes out; `Params` is
 * what the template is filled with. The two differ for a late event: its params are asked for when
 * the message goes out, because they are secret, or may have changed by then.
 */
export type MessageEvent<C extends Channel, Kept, Params, IsLate extends boolean> = {
  channel: C;
  isLate: IsLate;
  /** What staff call it. */
  label: Label;
  /** How long it is any use; for ever where nothing is said. */
  usefulForMs: number | null;
  /** Nothing is kept with it, so nothing runs out: it can be sent again at any time. */
  keepsNothing: boolean;
  compose: (
    kept: unknown,
    rendering: Rendering,
    prepare: ((kept: Kept) => Promise<Params | null>) | undefined,
  ) => Promise<Composed<C>>;
  /** Every example filled in, for tests. */
  renderExamples: (rendering: Rendering) => Content[C][];
};

/** `not_owed`: there is nothing to send any more. `unreadable`: what was kept is gone or outdated. */
export type Composed<C extends Channel> =
  | { ok: true; content: Content[C] }
  | { ok: false; code: "not_owed" | "unreadable" };

type Given<C extends Channel, Params> = {
  channel: C;
  label: Label;
  usefulForMs?: number;
  /** One for each way that the words can go; nobody's own data. */
  examples: readonly [Params, ...Params[]];
  write: (params: Params, rendering: Rendering) => Content[C];
};

/** An event that is complete when it is told. */
export function event<C extends Channel, Schema extends z.ZodType>(
  given: Given<C, z.infer<Schema>> & { params: Schema },
): MessageEvent<C, z.infer<Schema>, z.infer<Schema>, false> {
  return {
    ...partsOf(given),
    isLate: false,
    async compose(kept, rendering, prepare) {
      const read = given.params.safeParse(kept);
      if (!read.success) return { ok: false, code: "unreadable" };
      const params = prepare ? await prepare(read.data) : read.data;
      if (params === null) return { ok: false, code: "not_owed" };
      return { ok: true, content: given.write(params, rendering) };
    },
  };
}

/** An event whose params are asked of its owner when the message goes out. */
export function lateEvent<C extends Channel, Schema extends z.ZodType, Params>(
  given: Given<C, Params> & { kept: Schema },
): MessageEvent<C, z.infer<Schema>, Params, true> {
  return {
    ...partsOf(given),
    isLate: true,
    keepsNothing: given.kept.safeParse(undefined).success,
    async compose(kept, rendering, prepare) {
      const read = given.kept.safeParse(kept);
      if (!read.success) return { ok: false, code: "unreadable" };
      if (!prepare) throw new Error("A late event has nobody who prepares it.");
      const params = await prepare(read.data);
      if (params === null) return { ok: false, code: "not_owed" };
      return { ok: true, content: given.write(params, rendering) };
    },
  };
}

function partsOf<C extends Channel, Params>(given: Given<C, Params>) {
  return {
    channel: given.channel,
    label: given.label,
    usefulForMs: given.usefulForMs ?? null,
    keepsNothing: false,
    renderExamples: (rendering: Rendering) =>
      given.examples.map((example) => given.write(example, rendering)),
  };
}
