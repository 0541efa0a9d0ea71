import { mailDraftLink } from "#domain/draft/draft-link.server.ts";
import { changeDraft, type Draft, findDraft } from "#domain/draft/draft.server.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import { findHandlerByForm } from "#domain/lead-forms.server.ts";
import { definePageForm, type FormDeclaration } from "#forms/define-form.ts";
import { firstOpenDestination, destinationPath } from "#forms/steps.ts";
import { m } from "#messages/messages.js";
import { refuseTooManyTries } from "#pages/form/refusals.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { type PageArgs, redirectTo, requireFormPost } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { calendarDay, formatDate } from "#values/format.ts";
import { maskEmail } from "#values/mask.ts";
import { type E164, readPhone } from "#values/phone.ts";

/**
 * The e-mail address and the phone number that coming back needs; they become answers of the form.
 */
export const saveForm = definePageForm({
  name: "save-form",
  messagePrefix: "saved_form",
  questions: [
    { kind: "email", name: "email", autocomplete: "email" },
    { kind: "phone", name: "phone", hint: true, autocomplete: "tel" },
  ],
});

type SaveArgs = PageArgs & { params: { form?: string } };

/** @throws a redirect to the form if nothing of it is saved yet, or it was sent. */
export async function openSaving(args: SaveArgs) {
  const visitor = readVisitor(args);
  const { form, draft, names } = await requireSaved(args);
  const [email, phone] = [draft.answers[names.email], draft.answers[names.phone]];
  const input = {
    email: typeof email === "string" ? email : visitor.user?.email,
    phone: readNumber(phone),
  };
  const isSent = new URL(args.request.url).searchParams.get("sent") === "yes";
  const date = formatDate(calendarDay(draft.expiresAt), visitor.locale);
  return {
    view: showForm(saveForm, visitor, input),
    sent:
      isSent && input.email ? m.saved_form_saved({ date, email: maskEmail(input.email) }) : null,
    backPath: findWayOn(form, draft),
  };
}

function readNumber(answer: unknown): E164 | undefined {
  const read = typeof answer === "string" ? readPhone(answer) : null;
  return read?.ok ? read.e164 : undefined;
}

export async function saveForLater(args: SaveArgs) {
  const post = await requireFormPost(args);
  const { visitorHash, locale, ipAddress } = post.visitor;
  const { form, names } = await requireSaved(args);
  return handleForm(saveForm, post, async ({ email, phone }) => {
    const saved = await changeDraft(visitorHash, form, async (draft, save) => {
      if (!draft || draft.sentReference) return null;
      const answers = { ...draft.answers, [names.email]: email, [names.phone]: phone };
      return save({ answers, consents: draft.consents });
    });
    const mailed = saved ? await mailDraftLink(saved, { email, locale }, ipAddress) : null;
    if (mailed?.ok === false) return refuseTooManyTries(mailed.retryAfterSeconds);
    throw redirectTo(hrefIn(`${paths.saveForm(form.name)}?sent=yes`, locale));
  });
}

/** Where a person who comes back to a draft continues: a path of its form. */
export function findWayOn(
  form: FormDeclaration,
  draft: Pick<Draft, "answers" | "consents">,
): string {
  const own = findHandlerByForm(form)?.resumePath?.(draft.answers);
  const destination = firstOpenDestination(form, draft) ?? {
    step: form.steps.at(-1) ?? form.steps[0],
  };
  return own ?? destinationPath(form, destination);
}

async function requireSaved(args: SaveArgs) {
  const { visitorHash, locale } = readVisitor(args);
  const handler = findHandlerByForm({ name: args.params.form ?? "" });
  const names = handler && nameAddress(handler);
  if (!handler || !names) throw redirectTo(hrefIn(paths.home(), locale));
  const { form } = handler;
  const draft = await findDraft(visitorHash, form);
  if (!draft || draft.sentReference) throw redirectTo(hrefIn(form.basePath, locale));
  return { form, draft, names };
}

/**
 * The names of the form's questions for the e-mail address and the phone number; null if it does
 * not ask for both.
 */
function nameAddress({ form }: FormHandler): { email: string; phone: string } | null {
  const questions = form.steps.flatMap((step) => step.questions);
  const name = (kind: "email" | "phone") => questions.find((each) => each.kind === kind)?.name;
  const [email, phone] = [name("email"), name("phone")];
  return email && phone ? { email, phone } : null;
}
