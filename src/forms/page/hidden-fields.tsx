import type { HiddenField } from "#forms/view-model.ts";

/** What a form carries without showing it. */
export function HiddenFields({ fields }: { fields: readonly HiddenField[] }) {
  return fields.map(({ name, value }, index) => (
    <input key={`${name}-${index}`} type="hidden" name={name} value={value} />
  ));
}
