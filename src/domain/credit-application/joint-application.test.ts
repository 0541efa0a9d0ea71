import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { untilOneWaits } from "#platform/database/lock-wait.fixture.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { beforeCommit } from "./before-commit.fixture.ts";
import { CREDIT_APPLICANT } from "./credit-applicant.fixture.ts";
import { creditApplicationHandler } from "./credit-application-handler.server.ts";
import { declineInvitation } from "./joint-application.server.ts";
import { confirmApplicant, findInvitation } from "./co-applicant.server.ts";

useSite();

type Fields = Readonly<Record<string, string>>;

function send(handler: FormHandler, fields: Fields) {
  const post = rawFields({
    submissionId: randomUUID(),
    ...CREDIT_APPLICANT,
    creditCheck: "yes",
    shareWithDealership: "yes",
    ...fields,
  });
  const context = makeContext({ visitorHash: randomUUID(), ipAddress: newAddress() });
  return receivePost(handler, post, readVisitor({ context }));
}

const naming = (email: string, coApplicantEmail: string): Fields => ({
  email,
  coApplicantEmail,
  coApplicantFirstName: "Amir",
  coApplicantLastName: "Haddad",
});

test("two who name each other in the same moment are both stored, and both are asked", async () => {
  const ids = [randomUUID(), randomUUID()] as const;
  let reached = 0;
  const both = beforeCommit(async () => {
    reached += 1;
    await untilOneWaits(() => reached === 2);
  });
  const sent = await Promise.all([
    send(both, { ...naming("chloe@example.com", "amir@example.com"), submissionId: ids[0] }),
    send(both, { ...naming("amir@example.com", "chloe@example.com"), submissionId: ids[1] }),
  ]);
  expect(sent).toMatchObject([{ ok: true }, { ok: true }]);
  await Promise.all(ids.map((id) => confirmApplicant(id, "192.0.2.1")));
  await sendDueMessages();
  const requested = (await listOutbox({ limit: 50 })).filter(({ text }) =>
    text.includes("invite="),
  );
  expect(requested.map(({ to }) => to).toSorted()).toEqual([
    "amir@example.com",
    "chloe@example.com",
  ]);
});

test("who answers an invitation while it is declined in another window is stored, and nobody waits for ever", async () => {
  const [first, second] = ["zoe@example.com", "noah@example.com"];
  const submissionId = randomUUID();
  const fields = { ...naming(first, second), submissionId };
  expect(await send(creditApplicationHandler, fields)).toMatchObject({ ok: true });
  await confirmApplicant(submissionId, "192.0.2.1");
  await sendDueMessages();
  const mail = (await listOutbox({ limit: 50 })).find(({ to }) => to === second);
  const token = /invite=([\w-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
  const invitation = await findInvitation(token);
  if (!invitation) throw new Error("Nobody was invited.");
  let declined: Promise<void> | undefined;
  const answering = beforeCommit(async () => {
    let isOver = false;
    declined = declineInvitation(invitation).finally(() => (isOver = true));
    await untilOneWaits(() => isOver);
  });
  expect(await send(answering, { email: second, invitation: token })).toMatchObject({ ok: true });
  await declined;
  expect(await findInvitation(token)).toBeNull();
});
