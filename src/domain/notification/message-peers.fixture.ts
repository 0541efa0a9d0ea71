import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { type Arrival, startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { startPushPeer } from "#platform/push/push-peer.fixture.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { configureMessages } from "./message-owners.server.ts";
import { messageAttemptTable, messageTable } from "./message.table.ts";
import { noOwners, SITE_ORIGIN, useMessages } from "./notification.fixture.ts";
import { type NewMessage, notify } from "./notify.server.ts";

/**
 * Gives the tests of the calling file a database and, instead of the providers, a mail server,
 * Twilio's API and a push service, which accept everything. After each test, the messages and what
 * the peers received are deleted.
 */
export function useMessagePeers() {
  let smtp: Awaited<ReturnType<typeof startSmtpPeer>>;
  let twilio: Awaited<ReturnType<typeof startTwilioPeer>>;
  let push: Awaited<ReturnType<typeof startPushPeer>>;
  let responseCode: number | null = null;
  beforeAll(async () => {
    smtp = await startSmtpPeer({
      onRcptTo: (_address, _session, callback) =>
        responseCode === null
          ? callback()
          : callback(Object.assign(new Error("Refused"), { responseCode })),
    });
    twilio = await startTwilioPeer();
    push = await startPushPeer();
  });
  const database = useMessages({
    variables: () => ({
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: "Rouvia <hello@mail.rouvia.example>",
      SMS_URL: twilio.smsUrl,
      PUSH_SERVICES: push.baseUrl,
    }),
  });
  afterAll(async () => {
    await Promise.all([smtp.close(), twilio.close(), push.close()]);
  });
  afterEach(async () => {
    responseCode = null;
    twilio.breakDown(false);
    twilio.accepted.length = 0;
    smtp.arrivals.length = 0;
    push.answerWith(null);
    push.arrivals.length = 0;
    configureMessages(SITE_ORIGIN, noOwners);
    await db().delete(messageTable);
  });
  return {
    database,
    get mails() {
      return smtp.arrivals;
    },
    get texts() {
      return twilio.accepted;
    },
    get push() {
      return push;
    },
    breakSms(isBroken: boolean) {
      twilio.breakDown(isBroken);
    },
    /**
     * From now on the mail server answers a recipient with this code; null: it accepts the mail.
     */
    refuseMail(code: number | null) {
      responseCode = code;
    },
  };
}

/** A message whose params are complete when it is stored. */
export const notice = (input: Partial<NewMessage> = {}): NewMessage =>
  ({
    event: "account_password_changed",
    to: "camille@example.com",
    locale: "fr",
    params: { name: "Camille Lavoie-Tremblay" },
    ...input,
  }) as NewMessage;

export const notifyAll = (...messages: NewMessage[]) =>
  db().transaction((transaction) => notify(transaction, ...messages));

export const listRows = () => db().select().from(messageTable).orderBy(messageTable.createdAt);

export async function readOnlyRow() {
  const [row, ...more] = await listRows();
  expect(more).toEqual([]);
  if (!row) throw new Error("There is no message.");
  return row;
}

export const listOutcomes = async () =>
  (await db().select().from(messageAttemptTable).orderBy(messageAttemptTable.id)).map(
    ({ outcome }) => outcome,
  );

export const listMessageIds = (arrivals: readonly Arrival[]) =>
  arrivals.map(({ email }) => email.messageId);
