/** Lines longer than this begin no quotation. */
const LONGEST_HEAD = 300;

/** The line with which mail programs introduce the mail that is answered. */
const HEADS = [
  /^\s*On\b.{4,200}\bwrote\s*:\s*$/i,
  /^\s*Le\b.{4,200}\sécrit\s*:\s*$/i,
  /^\s*-{2,}\s*(Original Message|Message d[’'‘]origine|Forwarded message|Message transféré)\s*-{2,}/i,
  /^_{10,}\s*$/,
];
/** Outlook's header block: the next lines are more of the same. */
const FROM = /^\s*\*?(From|De)\s*:\*?\s*\S/i;
const SENT = /^\s*\*?(Sent|Date|Envoyé|To|À|Objet|Subject)\s*:/i;
const QUOTED = /^\s*>/;

/**
 * Splits what a person wrote from the mails that their program quoted below it. If nothing stands
 * above the quotation, all of it is what they wrote: some answer between the quoted lines.
 */
export function splitQuote(text: string): { text: string; quoted: string } {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const at = findQuote(lines);
  const written = lines.slice(0, at).join("\n").trim();
  if (at === lines.length || written === "") return { text: lines.join("\n").trim(), quoted: "" };
  return { text: written, quoted: lines.slice(at).join("\n").trim() };
}

function findQuote(lines: readonly string[]): number {
  for (const [index, line] of lines.entries()) {
    if (line.length > LONGEST_HEAD) continue;
    // A program may break the line "On …, Camille Roy <…> wrote:" in two.
    const joined = `${line} ${lines[index + 1] ?? ""}`.slice(0, LONGEST_HEAD);
    const isHead = HEADS.some((head) => head.test(line)) || isBrokenHead(line, joined);
    if (isHead || (FROM.test(line) && SENT.test(lines[index + 1] ?? ""))) return index;
  }
  // Without an introduction: only quoted lines down to the end.
  let at = lines.length;
  while (at > 0 && (QUOTED.test(lines[at - 1] ?? "") || (lines[at - 1] ?? "").trim() === ""))
    at -= 1;
  return lines.slice(at).some((line) => QUOTED.test(line)) ? at : lines.length;
}

function isBrokenHead(line: string, joined: string): boolean {
  return /^\s*(On|Le)\b/i.test(line) && HEADS.slice(0, 2).some((head) => head.test(joined));
}
