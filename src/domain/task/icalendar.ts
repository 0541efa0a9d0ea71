/** One entry of a calendar, as RFC 5545 has it. */
export type CalendarEntry = {
  /** The same for the same entry, whenever it is fetched. */
  id: string;
  title: string;
  place: string | null;
  url: string;
  changedAt: Date;
  /** Grows with each change. */
  revision: number;
  isCancelled: boolean;
} & ({ day: string } | { at: Date; minutes: number });

/** A calendar that other programs subscribe to. */
export function writeCalendar(
  { name, site }: { name: string; site: string },
  entries: readonly CalendarEntry[],
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(site)}//Tasks//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    ...entries.flatMap(writeEntry),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function writeEntry(entry: CalendarEntry): string[] {
  const { id, title, place, url, changedAt, revision, isCancelled } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${writeInstant(changedAt)}`,
    `SEQUENCE:${revision}`,
    ...(isCancelled ? ["STATUS:CANCELLED"] : []),
    ...("day" in entry
      ? [`DTSTART;VALUE=DATE:${writeDay(entry.day)}`]
      : [
          `DTSTART:${writeInstant(entry.at)}`,
          `DTEND:${writeInstant(new Date(entry.at.getTime() + entry.minutes * 60_000))}`,
        ]),
    `SUMMARY:${escapeText(title)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `URL:${url}`,
    "END:VEVENT",
  ];
}

/** `20261127T194500Z` */
const writeInstant = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
const writeDay = (day: string) => day.replaceAll("-", "");

/** RFC 5545, 3.3.11. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}

/** RFC 5545, 3.1: a line has at most 75 bytes, and its continuation begins with a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > 75) {
      parts.push(part);
      part = " ";
      bytes = 1;
    }
    part += character;
    bytes += length;
  }
  return [...parts, part].join("\r\n");
}
