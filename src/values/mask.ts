/** "j•••@example.com": enough to know one's own address, too little to learn somebody's. */
export function maskEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.charAt(0)}•••@${domain}`;
}

/** "•••-•••-0142" */
export function maskPhone(e164: string): string {
  return `•••-•••-${e164.slice(-4)}`;
}
