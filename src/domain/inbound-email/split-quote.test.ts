import { expect, test } from "vitest";
import { splitQuote } from "./split-quote.ts";

const QUOTED = "> When can we call you?\n> Camille";

test.each([
  ["nothing quoted", "Tomorrow at nine.", "Tomorrow at nine.", ""],
  [
    "Gmail, English",
    `Tomorrow.\n\nOn Fri, Nov 27, 2026 at 5:00 PM Camille Roy <c@example.ca> wrote:\n\n${QUOTED}`,
    "Tomorrow.",
    `On Fri, Nov 27, 2026 at 5:00 PM Camille Roy <c@example.ca> wrote:\n\n${QUOTED}`,
  ],
  [
    "Gmail, French",
    `Demain.\n\nLe ven. 27 nov. 2026 à 17:00, Camille Roy <c@example.ca> a écrit :\n${QUOTED}`,
    "Demain.",
    `Le ven. 27 nov. 2026 à 17:00, Camille Roy <c@example.ca> a écrit :\n${QUOTED}`,
  ],
  [
    "a head in two lines",
    `Yes\r\n\r\nOn Fri, Nov 27, 2026 at 5:00 PM, Camille Roy\r\n<c@example.ca> wrote:\r\n${QUOTED}`,
    "Yes",
    `On Fri, Nov 27, 2026 at 5:00 PM, Camille Roy\n<c@example.ca> wrote:\n${QUOTED}`,
  ],
  [
    "Outlook",
    "Yes\n\nFrom: Camille\nSent: Friday\nTo: Noah\n\nWhen?",
    "Yes",
    "From: Camille\nSent: Friday\nTo: Noah\n\nWhen?",
  ],
  ["quoted lines alone", `Yes\n${QUOTED}\n`, "Yes", QUOTED],
  ["answers between the lines", `${QUOTED}\nTomorrow`, `${QUOTED}\nTomorrow`, ""],
  ["nothing but a quotation", QUOTED, QUOTED, ""],
  [
    "a sentence that begins alike",
    "On Friday I can.\nLe matin.",
    "On Friday I can.\nLe matin.",
    "",
  ],
])("%s", (_, mail, text, quoted) => {
  expect(splitQuote(mail)).toEqual({ text, quoted });
});
