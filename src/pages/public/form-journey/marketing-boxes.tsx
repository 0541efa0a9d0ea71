import { m } from "#messages/messages.js";
import type { MarketingBox } from "#domain/lead/consent.ts";

/** Unticked, one a purpose, and clearly not needed (CASL). Their words are what is stored. */
export function MarketingBoxes({ marketing }: { marketing: readonly MarketingBox[] }) {
  return (
    <fieldset className="mt-7" aria-describedby="marketing-hint">
      <legend className="lb">{m.form_journey_marketing_title()}</legend>
      <p className="hint mb-2" id="marketing-hint">
        {m.form_journey_marketing_hint()}
      </p>
      {marketing.map(({ control, text, isTicked }) => (
        <label key={control} className="ck top py-1.5">
          <input
            className="over"
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
