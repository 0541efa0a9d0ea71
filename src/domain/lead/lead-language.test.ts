import { expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { ProvinceCode } from "#values/province.ts";
import { storeLead } from "./lead.fixture.ts";
import { sendLeadToDealerships } from "./lead-messages.server.ts";
import { withdrawLead } from "./withdraw-lead.server.ts";

useSite();

/**
 * The subjects and texts of what a dealership in that province gets about a lead, and about its
 * withdrawal.
 */
async function notifyDealership(provinceCode: ProvinceCode, answers: Record<string, unknown>) {
  const leadEmail = `leads.${provinceCode}@example.com`.toLowerCase();
  const dealership = await storeDealershipRow({
    name: `Garage Érable ${provinceCode}`,
    leadEmail,
    provinceCode,
  });
  const lead = await storeLead({ answers, formName: "credit-application" });
  await db().transaction((transaction) => sendLeadToDealerships(transaction, lead, [dealership]));
  await sendDueMessages();
  await db().transaction((transaction) =>
    withdrawLead(transaction, lead.reference, { byUserId: null }, async () => {}),
  );
  await sendDueMessages();
  const mails = (await listOutbox({ limit: 50 })).filter(({ to }) => to === leadEmail);
  return {
    subjects: mails.map(({ subject }) => (subject ?? "").replace(lead.reference, "…")).toSorted(),
    text: mails.map(({ text }) => text).join("\n"),
  };
}

test("a dealership in Quebec reads leads and their end in French", async () => {
  const { subjects, text } = await notifyDealership("QC", { tradeIn: "no" });
  expect(subjects).toEqual([
    "Nouvelle demande … pour Garage Erable QC",
    "Retrait de la demande … pour Garage Erable QC",
  ]);
  expect(text).toContain("fran&#231;ais");
  expect(text).toContain("NAS, num");
  expect(text).toContain("DEMANDE RETIR");
  expect(text).not.toMatch(/Preferred language|Phone:|SIN,|WITHDRAWN/);
});

test("one in Ontario reads the same lead in English", async () => {
  const { subjects, text } = await notifyDealership("ON", { tradeIn: "no" });
  expect(subjects).toEqual([
    "New lead … for Garage Erable ON",
    "Withdrawn lead … for Garage Erable ON",
  ]);
  expect(text).toMatch(/Preferred language: French\nPhone: not verified/);
  expect(text).not.toMatch(/Langue|RETIR/);
});
