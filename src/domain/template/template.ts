export const TEMPLATE_CHANNELS = ["email", "sms"] as const;
export type TemplateChannel = (typeof TEMPLATE_CHANNELS)[number];

/** What a template is for: advertising needs a consent of its own. */
export const MESSAGE_PURPOSES = ["request", "marketing"] as const;
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number];

/** What a template can name, as `{first_name}`. */
export const TEMPLATE_FIELDS = [
  "first_name",
  "reference",
  "my_name",
  "company",
  "company_phone",
] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];
export type TemplateValues = Readonly<Record<TemplateField, string>>;

const FIELD = /\{(\w+)\}/g;

/** Names in braces that are no field; nobody may be sent one. */
export function listUnknownFields(text: string): string[] {
  const names = [...text.matchAll(FIELD)].map(([, name = ""]) => name);
  return names.filter((name) => !TEMPLATE_FIELDS.some((field) => field === name));
}

/** The text with its fields filled in. A value is never read as a field itself. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(FIELD, (whole, name: string) => {
    const field = TEMPLATE_FIELDS.find((each) => each === name);
    return field ? values[field] : whole;
  });
}
