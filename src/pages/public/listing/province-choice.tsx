import { useId } from "react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { provinceName, provincesByName } from "#values/province.ts";
import { usePaymentTerms } from "./your-budget.tsx";

/**
 * Asks for the viewer's province, once for the whole site: it decides whether a payment is shown,
 * and its taxes. Nothing for a person who told us in a form. A page shows it once, beside its
 * payments.
 */
export function ProvinceChoice({ className = "" }: { className?: string }) {
  const { terms, yours, withheld } = usePaymentTerms();
  if (yours) return null;
  if (withheld === "province_unknown") {
    return (
      <div className={className}>
        <p className="small mb-2">{m.province_choice_withheld()}</p>
        <ProvinceForm />
      </div>
    );
  }
  const { provinceCode } = terms;
  return (
    <details className={`small ${className}`}>
      <summary className="province-choice__open">
        {provinceCode === null
          ? m.province_choice_unknown()
          : m.province_choice_known({ province: provinceName(provinceCode, getLocale()) })}
      </summary>
      <ProvinceForm />
    </details>
  );
}

function ProvinceForm() {
  const id = useId();
  const locale = getLocale();
  const { terms } = usePaymentTerms();
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={hrefIn(paths.payments())} className="province-choice" noValidate>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <label htmlFor={id}>{m.province_choice_label()}</label>
      <select
        id={id}
        className="control"
        name="province"
        defaultValue={terms.provinceCode ?? ""}
        autoComplete="off"
      >
        <option value="" disabled>
          {m.province_choice_none()}
        </option>
        {provincesByName(locale).map((code) => (
          <option key={code} value={code}>
            {provinceName(code, locale)}
          </option>
        ))}
      </select>
      <Button type="submit" variant="ghost" size="sm">
        {m.province_choice_submit()}
      </Button>
    </form>
  );
}
