import { addTask } from "#domain/task/tasks.server.ts";
import { saveTemplate } from "#domain/template/templates.server.ts";
import { calendarDay } from "#values/format.ts";
import { demoMember, staffId } from "./accounts.ts";
import { FIRST_REQUEST } from "./leads.server.ts";

const TEMPLATES = [
  {
    name: "Pay stubs",
    channel: "email",
    purpose: "request",
    subjectEn: "Your request {reference}: two pay stubs",
    textEn:
      "Hello {first_name},\n\nlenders ask for your last two pay stubs. Please reply to this email, and I’ll send you a link for them.\n\n{my_name}, {company}, {company_phone}",
    subjectFr: "Votre demande {reference} : deux talons de paie",
    textFr:
      "Bonjour {first_name},\n\nles prêteurs demandent vos deux derniers talons de paie. Répondez à ce courriel, et je vous enverrai un lien pour les transmettre.\n\n{my_name}, {company}, {company_phone}",
  },
  {
    name: "Missed call",
    channel: "sms",
    purpose: "request",
    textEn:
      "Hello {first_name}, {my_name} of {company} tried to call you about {reference}. When suits you?",
    textFr:
      "Bonjour {first_name}, {my_name} de {company} a essayé de vous joindre au sujet de {reference}. Quand puis-je rappeler ?",
  },
] as const;

/** Texts to send and things to do, so that the demo's office looks as on any day. */
export async function furnishDemoOffice(at: Date): Promise<void> {
  const admin = demoMember("admin");
  for (const template of TEMPLATES) await saveTemplate(admin, null, template);
  const forUser = staffId(0);
  const dueOn = calendarDay(at);
  await addTask({ id: forUser }, FIRST_REQUEST, {
    taskKind: "task",
    title: "Ask which three cars to hold",
    dueOn,
    forUser,
    reminder: "none",
  });
  await addTask({ id: forUser }, null, {
    taskKind: "appointment",
    title: "Week with the dealerships",
    place: "By phone",
    dueOn,
    dueTime: "16:00",
    forUser,
    reminder: "none",
  });
}
