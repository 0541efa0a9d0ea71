/** "j•••@example.com": enough to know one's own address, too little to learn somebody's. */
export function maskEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.charAt(0)}•••@${domain}`;
}

/** "•••-•••-0142", which no line ends within: a word joiner (U+2060) stands after the first hyphen. */
export function maskPhone(e164: string): string {
  return `•••-\u2060•••-${e164.slice(-4)}`;
}
