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

/** Far more than somebody who lost a mail needs, far less than a nuisance. */
const ASKS_BY_ADDRESS = { name: "lost draft links", most: 30, windowMs: 60 * 60_000 };

export type ReturnCode = Pick<PhoneCodeView, "state" | "message" | "isError">;

type SavedFormPage =
  /** No link: for whoever lost theirs. */
  | { at: "ask" }
  /** Used, run out, or of a form that was sent meanwhile: all the same to whoever asks. */
  | { at: "dead" }
  /** Five wrong codes. What was saved is still there, for another link. */
  | { at: "locked" }
  | { at: "open"; phone: string; code: ReturnCode };

type LinkArgs = PageArgs & { params: { token?: string } };

/** Looking uses nothing up: mail programs open links ahead of their reader. */
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
    // Whoever has the link has not said who they are: the number stays masked.
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
 * Sends a code to the number that stands in the saved form, or takes one.
 * @throws a redirect to the form once the code was right; to this page where the link is no good.
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

/** Sends another link, with the same answer whether or not anything is saved (reference/forms.md 18). */
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
