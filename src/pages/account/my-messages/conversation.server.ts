import { data } from "react-router";
import { findConversation } from "#domain/inquiry/inquiry-queries.server.ts";
import { reportInquiry } from "#domain/inquiry/inquiry-reports.server.ts";
import { inquiryAnswerForm } from "#domain/inquiry/inquiry.form.ts";
import { setBlocked, writeInquiry } from "#domain/inquiry/write-inquiry.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { refuseInquiry } from "#pages/public/listing/inquiry-words.ts";
import { type PageArgs, redirectTo, requireMember } from "#pages/session/guards.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

type Args = PageArgs & { params: { id: string } };

const DONE: ReadonlyMap<string, () => string> = new Map([
  ["sent", m.inquiry_done_sent],
  ["reported", m.inquiry_done_reported],
  ["blocked", m.inquiry_done_blocked],
  ["unblocked", m.inquiry_done_unblocked],
]);

/** @throws 404 for anybody but the two people, as for an unknown conversation. */
async function requireConversation(args: Args) {
  const { user, visitor } = requireMember(args);
  const conversation = await findConversation(user, args.params.id);
  if (!conversation) throw data(null, { status: 404 });
  return { user, visitor, conversation };
}

export async function loadConversation(args: Args) {
  const { visitor, conversation } = await requireConversation(args);
  const done = DONE.get(new URL(args.request.url).searchParams.get("done") ?? "");
  const notice = done ? { text: done(), isError: false } : null;
  return { conversation, notice, view: showForm(inquiryAnswerForm, visitor) };
}

type ConversationSubject = { id: string; user: SignedInUser };

const commands = defineCommands<ConversationSubject>()({
  write: {
    run: ({ post }, { id, user }) =>
      handleForm(inquiryAnswerForm, post, async ({ text }) => {
        const sent = await writeInquiry(user, { inquiryId: id, text });
        return sent.ok ? { ok: true, redirectTo: redirectAfter(id, "sent") } : refuseInquiry(sent);
      }),
  },
  block: {
    async run(_press, { id, user }) {
      await setBlocked(user, id, true);
      throw redirectTo(redirectAfter(id, "blocked"));
    },
  },
  unblock: {
    async run(_press, { id, user }) {
      await setBlocked(user, id, false);
      throw redirectTo(redirectAfter(id, "unblocked"));
    },
  },
  report: {
    async run(_press, { id, user }) {
      await reportInquiry(user, id);
      throw redirectTo(redirectAfter(id, "reported"));
    },
  },
});
export type ConversationPress = keyof typeof commands;

export async function handleConversation(args: Args) {
  const { user, conversation } = await requireConversation(args);
  return runCommand(args, commands, { id: conversation.id, user }, { otherwise: "write" });
}

function redirectAfter(id: string, done: string): string {
  return `${hrefIn(paths.conversation(id))}?done=${done}`;
}
