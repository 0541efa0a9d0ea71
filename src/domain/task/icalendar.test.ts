import { expect, test } from "vitest";
import { writeCalendar } from "./icalendar.ts";

const changedAt = new Date("2026-11-27T12:00:00Z");
const entry = {
  id: "1@cars.example",
  place: null,
  url: "https://cars.example/staff/tasks",
  changedAt,
  revision: 0,
  isCancelled: false,
};

test("writes a day and a time as RFC 5545 has them", () => {
  expect(
    writeCalendar({ name: "Tâches", site: "Rouvia" }, [
      { ...entry, title: "Call, then write; twice\\thrice\nAgain", day: "2026-12-01" },
      {
        ...entry,
        id: "2@cars.example",
        revision: 3,
        isCancelled: true,
        title: "Test drive",
        place: "12, rue Exemple",
        at: new Date("2026-12-01T19:30:00Z"),
        minutes: 45,
      },
    ]).split("\r\n"),
  ).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Rouvia//Tasks//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Tâches",
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    "BEGIN:VEVENT",
    "UID:1@cars.example",
    "DTSTAMP:20261127T120000Z",
    "SEQUENCE:0",
    "DTSTART;VALUE=DATE:20261201",
    String.raw`SUMMARY:Call\, then write\; twice\\thrice\nAgain`,
    "URL:https://cars.example/staff/tasks",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:2@cars.example",
    "DTSTAMP:20261127T120000Z",
    "SEQUENCE:3",
    "STATUS:CANCELLED",
    "DTSTART:20261201T193000Z",
    "DTEND:20261201T201500Z",
    "SUMMARY:Test drive",
    String.raw`LOCATION:12\, rue Exemple`,
    "URL:https://cars.example/staff/tasks",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("folds long lines by bytes and between characters, so that they read the same again", () => {
  const title = "Prévoir l’évaluation détaillée du véhicule 🚗 à Trois-Rivières ".repeat(4).trim();
  const text = writeCalendar({ name: "N", site: "S" }, [{ ...entry, title, day: "2026-12-01" }]);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n ", "")).toContain(`SUMMARY:${title}\r\n`);
});
