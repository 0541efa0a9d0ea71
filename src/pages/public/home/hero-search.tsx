import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LocationCombobox } from "#forms/page/location-combobox.tsx";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { usePaymentTerms } from "#pages/public/listing/your-budget.tsx";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import { bodyTypeLabel } from "#values/vehicle-label.ts";
import { BODY_TYPES } from "#values/vehicle.ts";
import type { NamedCars } from "./home.server.ts";

/**
 * A plain form with the search's own parameters. It works without any script, and before it is
 * loaded; the script only narrows the models to a make and suggests cities. The parameters' names
 * are written out, because the search's facets are larger than the rest of this page
 * (cars-address.test.ts checks them).
 */
export function HeroSearch({ cars }: { cars: NamedCars }) {
  const locale = getLocale();
  const { terms, withheld } = usePaymentTerms();
  const isMonthly = terms.frequency === "monthly";
  return (
    <form
      className="hero-search"
      action={hrefIn(paths.cars(), locale)}
      role="search"
      aria-label={m.home_search_title()}
    >
      <div className="field hero-search__words">
        <label htmlFor="hero-words">{m.home_search_words()}</label>
        <input
          className="control"
          id="hero-words"
          name="q"
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={m.home_search_words_example()}
        />
      </div>
      <MakeAndModel cars={cars} />
      <div className="field">
        <label htmlFor="hero-type">{m.cars_facet_body()}</label>
        <select className="control" id="hero-type" name="type">
          <option value="">{m.home_search_type_any()}</option>
          {BODY_TYPES.map((bodyType) => (
            <option key={bodyType} value={bodyType}>
              {bodyTypeLabel(bodyType, locale)}
            </option>
          ))}
        </select>
      </div>
      <div className="field" {...NEEDS_SCRIPT}>
        <label htmlFor="hero-near">{m.cars_near()}</label>
        <LocationCombobox
          field={{
            id: "hero-near",
            name: "near",
            maxLength: 100,
            autoComplete: "address-level2",
            placeholder: m.cars_near_example(),
          }}
          onChoose={({ formatted }, input) => {
            input.value = formatted;
          }}
        />
      </div>
      <div className="field hero-search__money">
        <label htmlFor="hero-budget">{m.home_search_budget()}</label>
        <div className="hero-search__budget">
          <input
            className="control"
            id="hero-budget"
            name="budget"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            placeholder={m.home_search_budget_example()}
          />
          {!withheld && (
            <select className="control" name="by" aria-label={m.home_search_unit()}>
              <option value="price">{m.home_search_unit_price()}</option>
              <option value="payment">
                {isMonthly ? m.home_search_unit_payment_monthly() : m.home_search_unit_payment()}
              </option>
            </select>
          )}
          {isMonthly && !withheld && <input type="hidden" name="every" value="month" />}
        </div>
      </div>
      <button type="submit" className={buttonClass({ variant: "dark" })}>
        <Search className="icon" aria-hidden /> {m.home_search_button()}
      </button>
    </form>
  );
}

/** Without a script all models are listed, by make, and each option has its make too. */
function MakeAndModel({ cars }: { cars: NamedCars }) {
  const makes = useRef<HTMLSelectElement>(null);
  const [make, setMake] = useState("");
  // The person may have chosen a make before the script was loaded.
  // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows what was chosen
  useEffect(() => setMake(makes.current?.value ?? ""), []);
  const withModels = cars.filter(({ models }) => models.length > 0);
  const shown = make === "" ? withModels : withModels.filter(({ name }) => name === make);
  return (
    <>
      <div className="field" {...NEEDS_SCRIPT}>
        <label htmlFor="hero-make">{m.cars_facet_make()}</label>
        <select
          className="control"
          id="hero-make"
          name="make"
          ref={makes}
          onChange={({ target }) => setMake(target.value)}
        >
          <option value="">{m.home_search_make_any()}</option>
          {cars.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <div className="field" {...NEEDS_SCRIPT}>
        <label htmlFor="hero-model">{m.cars_facet_model()}</label>
        <select className="control" id="hero-model" name="car">
          <option value="">{m.home_search_model_any()}</option>
          {shown.map(({ name, models }) => (
            <optgroup key={name} label={name}>
              {models.map((model) => (
                <option key={model} value={`${name}_${model}`}>
                  {model}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
    </>
  );
}
