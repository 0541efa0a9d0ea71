import { z } from "zod";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { formatDate, formatDateTime } from "#values/format.ts";
import { event } from "./event.ts";
import { greet } from "./greeting.ts";

const example = { name: "Camille Roy", title: "Call about the pay stub", dueOn: "2026-11-30" };

export const taskEvents = {
  /** A task or an appointment of a member of staff is due. */
  task_reminder: event({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_task_reminder,
    params: z.object({
      name: z.string(),
      title: z.string(),
      place: z.string().nullable(),
      dueOn: z.string(),
      /** Null if it is due some time that day. */
      dueAt: z.string().nullable(),
      /** Of its lead. */
      reference: z.string().nullable(),
    }),
    examples: [
      { ...example, place: null, dueAt: null, reference: null },
      {
        ...example,
        place: "12, rue Exemple",
        dueAt: "2026-11-30T19:30:00.000Z",
        reference: "K7M2PX4R",
      },
    ],
    write({ name, title, place, dueOn, dueAt, reference }, { locale, link }) {
      const due = dueAt === null ? formatDate(dueOn, locale) : formatDateTime(dueAt, locale);
      const path = reference === null ? paths.staffTasks() : paths.lead(reference);
      return {
        subject: m.task_reminder_subject({ title }, { locale }),
        paragraphs: [
          greet(name, { locale }),
          [title, due, place].filter(Boolean).join("\n"),
          m.task_reminder_open({ link: link(path) }, { locale }),
        ],
      };
    },
  }),
};
