import { m } from "#messages/messages.js";
import type { MarketingBox } from "#domain/lead/consent.ts";

/** Unticked, one a purpose, and clearly not needed (CASL). Their words are what is stored. */
export function MarketingBoxes({ marketing }: { marketing: readonly MarketingBox[] }) {
  return (
    <fieldset className="mt-7" aria-describedby="marketing-hint">
      <legend className="field-label">{m.form_journey_marketing_title()}</legend>
      <p className="field-hint mb-2" id="marketing-hint">
        {m.form_journey_marketing_hint()}
      </p>
      {marketing.map(({ control, text, isTicked }) => (
        <label key={control} className="checkbox-row checkbox-row--top py-1.5">
          <input
            className="choice-input"
            type="checkbox"
            name={control}
            value="yes"
            defaultChecked={isTicked}
          />
          <i aria-hidden />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
