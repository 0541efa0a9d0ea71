/** A control's text; empty where it was not sent, and for a file, which no such control takes. */
export function postedText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
