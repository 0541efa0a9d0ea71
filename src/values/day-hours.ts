/** Hours of one day, "09:00-18:00", the end after the start; "" for a day without any. */
export function isDayHours(text: string): boolean {
  if (text === "") return true;
  const isWritten = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/.test(text);
  return isWritten && text.slice(0, 5) < text.slice(6);
}

/** "9 h – 18 h", "9:00 to 18:00" and "09:00-18:00" are the same; anything else stays as it is. */
export function readDayHours(typed: string): string {
  const [, ...parts] =
    /^\s*(\d{1,2})\s*(?:[:h]\s*(\d{2})?)?\s*(?:-|–|—|to|à)\s*(\d{1,2})\s*(?:[:h]\s*(\d{2})?)?\s*$/iu.exec(
      typed,
    ) ?? [];
  if (parts.length === 0) return typed.trim();
  const [fromHour = "", fromMinute = "00", toHour = "", toMinute = "00"] = parts;
  return `${fromHour.padStart(2, "0")}:${fromMinute}-${toHour.padStart(2, "0")}:${toMinute}`;
}
