/**
 * "j•••@example.com": enough to recognize one's own address, too little to learn another person's.
 */
export function maskEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.charAt(0)}•••@${domain}`;
}

/** "•••-•••-0142", without a line break inside: a word joiner (U+2060) follows the first hyphen. */
export function maskPhone(e164: string): string {
  return `•••-\u2060•••-${e164.slice(-4)}`;
}
