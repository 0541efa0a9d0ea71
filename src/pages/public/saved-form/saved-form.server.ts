import {
  findDraftLink,
  findReturnAddress,
  mailDraftLinkAgain,
  type OpenDraftLink,
  redeemDraftLink,
  takeTry,
} from "#domain/draft/draft-link.server.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import {
  askForCode,
  checkCode,
  type PhoneCodeView,
  viewPhoneCode,
} from "#domain/phone-verification/phone-code.server.ts";
import { definePageForm } from "#forms/define-form.ts";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { refuseTooManyTries } from "#pages/form/refusals.ts";
import { handleForm } from "#pages/form/handle-form.server.ts";
import { type PageArgs, redirectTo, requireFormPost } from "#pages/session/guards.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { maskPhone } from "#values/mask.ts";
import { findWayOn } from "./save-form.server.ts";

const PURPOSE = "saved_form";

export const lostLinkForm = definePageForm({
  name: "lost-link",
  messagePrefix: "saved_form",
  questions: [{ kind: "email", name: "email", autocomplete: "email" }],
});

/** Far more than a person who lost an e-mail needs, and few enough to stop abuse. */
const ASKS_BY_ADDRESS = { name: "lost draft links", most: 30, windowMs: 60 * 60_000 };

export type ReturnCode = Pick<PhoneCodeView, "state" | "message" | "isError">;

type SavedFormPage =
  /** No link in the address: for people who lost theirs. */
  | { at: "ask" }
  /** Used, expired, or of a form that was sent meanwhile: the page shows no difference. */
  | { at: "dead" }
  /** Five wrong codes. The draft is still stored, and another link opens it. */
  | { at: "locked" }
  | { at: "open"; phone: string; code: ReturnCode };

type LinkArgs = PageArgs & { params: { token?: string } };

/** A GET does not use the link up: mail programs open links before their readers do. */
export async function openSavedForm(args: LinkArgs): Promise<SavedFormPage> {
  if (!args.params.token) return { at: "ask" };
  const found = await findReturn(args.params.token);
  if (!found) return { at: "dead" };
  if (found.link.isLocked) return { at: "locked" };
  const { state, message, isError } = await viewPhoneCode(readVisitor(args), PURPOSE, found.phone);
  return { at: "open", phone: maskPhone(found.phone), code: { state, message, isError } };
}

type Returning = { link: OpenDraftLink; phone: string };

const commands = defineCommands<Returning>()({
  "send-code": {
    // The link alone does not identify the person: the number stays masked.
    run: ({ post: { visitor } }, { phone }): Promise<ReturnCode> =>
      askForCode(visitor, PURPOSE, phone, { showPhone: maskPhone, isKnown: true }),
  },
  "verify-code": {
    async run({ args, post: { visitor }, field }, { link, phone }): Promise<ReturnCode> {
      if (!(await takeTry(link.id))) throw redirectTo(new URL(args.request.url).pathname);
      const code = await checkCode(visitor, PURPOSE, phone, field("verificationCode"));
      if (code.state !== "verified") return code;
      await redeemDraftLink(link, visitor.visitorHash);
      throw redirectTo(hrefIn(findWayOn(link.form, link.draft), visitor.locale));
    },
  },
});
export type ReturnPress = keyof typeof commands;

/**
 * Sends a code to the phone number in the saved form, or checks one.
 * @throws a redirect to the form if the code is right; to this page if the link is not valid.
 */
export async function handleCode(args: LinkArgs): Promise<ReturnCode> {
  const post = await requireFormPost(args);
  const found = await findReturn(args.params.token ?? "");
  if (!found || found.link.isLocked) throw redirectTo(new URL(args.request.url).pathname);
  return runCommand(args, commands, found, { post, otherwise: "verify-code" });
}

async function findReturn(token: string): Promise<Returning | null> {
  const link = await findDraftLink(token, (name) => findLeadForm(name)?.form);
  const address = link && findReturnAddress(link.form, link.draft);
  return address ? { link, phone: address.phone } : null;
}

/**
 * Sends another link; the response is the same whether or not anything is saved (reference/forms.md
 * 18).
 */
export async function askForLink(args: PageArgs) {
  const post = await requireFormPost(args);
  const { ipAddress, locale } = post.visitor;
  return handleForm(lostLinkForm, post, async ({ email }) => {
    const byAddress = await countAgainst(ASKS_BY_ADDRESS, ipAddress);
    const requested = byAddress.ok
      ? await mailDraftLinkAgain({ email, locale }, ipAddress)
      : byAddress;
    if (!requested.ok) return refuseTooManyTries(requested.retryAfterSeconds);
    throw redirectTo(hrefIn(`${paths.askForSavedForm()}?asked=yes`, locale));
  });
}
