import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { useFetcher } from "react-router";
import { formatVinCar } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import type { VinOffer } from "#domain/sell-request/vin-offer.server.ts";
import { findRefused } from "#forms/refused-field.ts";
import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { describeBasis } from "#pages/public/listing/price-basis-words.ts";
import { getLocale } from "#messages/runtime.js";
import { sends } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { FieldError, TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import { formatCarName } from "#values/car-name.ts";
import { formatKm } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { OfferSentPress } from "./offer-sent.server.ts";

/**
 * The result of a VIN: which car it is, the price of such cars here, and a form for the contact.
 * Shown at the top of the home page, and on a page of its own.
 */
export function VinOfferResult({
  offer,
  result,
  isBusy = false,
  isDismissible = false,
}: {
  offer: VinOffer;
  /** The result of the page's own form, without script. */
  result?: FormResult | undefined;
  isBusy?: boolean;
  isDismissible?: boolean;
}) {
  const { reference, car } = offer;
  const title = nameCar(offer);
  return (
    <section className="vin-offer card" aria-labelledby="vin-offer">
      <div className="vin-offer__head">
        <div>
          <p className="small muted">{m.vin_offer_kicker({ vin: offer.vin })}</p>
          <h2 id="vin-offer" className="vin-offer__title">
            {title ?? m.vin_offer_unknown_car()}
          </h2>
        </div>
        {isDismissible && <DismissForm reference={reference} />}
      </div>
      {(car.state === "decoded" || car.state === "unknown") && !car.checkDigitIsValid && (
        <p className="notice notice--warn">
          <TriangleAlert className="icon" aria-hidden />
          <span>{m.vin_check_digit()}</span>
        </p>
      )}
      <div className="vin-offer__parts">
        <Estimate offer={offer} />
        <div>
          <Contact offer={offer} result={result} isBusy={isBusy} />
          <p className="vin-offer__or">{m.vin_offer_or()}</p>
          <Link to={sellCarPath(offer)} className={buttonClass({ variant: "ghost", block: true })}>
            {m.vin_offer_sell()}
          </Link>
        </div>
      </div>
    </section>
  );
}

function nameCar({ car }: VinOffer): string | null {
  if (car.state === "decoded") return formatVinCar(car, getLocale());
  if (car.state !== "unknown") return null;
  return formatCarName({ year: car.year, make: car.make }, getLocale()) || null;
}

/** The address of the sell form, with everything prefilled that is known. */
function sellCarPath({ vin, city, provinceCode, car }: VinOffer): string {
  const known =
    car.state === "decoded" || car.state === "unknown"
      ? {
          ...(car.year && { year: String(car.year) }),
          ...(car.make && { make: car.make }),
          ...("model" in car && car.model && { model: car.model }),
        }
      : {};
  const query = new URLSearchParams({ vin, ...known, city, province: provinceCode });
  return `${paths.sellCar()}?${query}`;
}

function Estimate({ offer: { estimate } }: { offer: VinOffer }) {
  const locale = getLocale();
  if (!estimate?.ok) return <p>{m.vin_offer_no_estimate()}</p>;
  return (
    <div>
      <p className="small muted">{m.vin_offer_estimate_label()}</p>
      <p className="vin-offer__price figures">
        {m.price_estimate_between({
          low: formatCad(estimate.lowCad, locale),
          high: formatCad(estimate.highCad, locale),
        })}
      </p>
      <p className="small muted">{describeBasis(estimate.basis)}</p>
      <p className="small muted mt-1">
        {m.vin_offer_estimate_note({ km: formatKm(estimate.odometerKm, locale) })}
      </p>
    </div>
  );
}

/** "Where may we send your offer?", or that we know. */
function Contact({
  offer: { reference, contact },
  result,
  isBusy,
}: {
  offer: VinOffer;
  result: FormResult | undefined;
  isBusy: boolean;
}) {
  const fetcher = useFetcher<FormResult>();
  if (contact !== null) {
    return (
      <p className="notice notice--ok" role="status">
        <CircleCheck className="icon" aria-hidden />
        <span>{m.vin_offer_contact_known({ contact, reference })}</span>
      </p>
    );
  }
  return (
    <fetcher.Form
      method="post"
      action={hrefIn(paths.offerSent(reference))}
      noValidate
      {...NEEDS_SCRIPT}
    >
      <ContactFields result={fetcher.data ?? result} isBusy={isBusy || fetcher.state !== "idle"} />
    </fetcher.Form>
  );
}

/**
 * The form's name, which must equal the server's (`vinContactForm`). Not imported, so that the home
 * page stays small.
 */
const FORM = "vin-contact";

function ContactFields({ result, isBusy }: { result: FormResult | undefined; isBusy: boolean }) {
  const { typed, error } = findRefused(result, FORM, "contact");
  const agreed = findRefused(result, FORM, "agreed");
  const refusal = result?.ok === false ? result.view.errorSummary?.text : undefined;
  return (
    <div className="grid gap-3">
      <h3 className="vin-offer__question">{m.vin_offer_contact_title()}</h3>
      <input type="hidden" {...sends<OfferSentPress>("contact")} />
      <TextField
        name="contact"
        label={m.vin_offer_contact_label()}
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={typed}
        error={error ?? refusal}
      />
      <label className="checkbox-row">
        <input
          type="checkbox"
          name="agreed"
          value="yes"
          defaultChecked={agreed.isTicked}
          aria-invalid={agreed.error ? true : undefined}
          aria-describedby={agreed.error && "agreed-error"}
        />
        <span>{m.vin_offer_agreed_label({ site: site.name })}</span>
      </label>
      <FieldError id="agreed-error" error={agreed.error} />
      <Button type="submit" block busy={isBusy}>
        {m.vin_offer_contact_send()}
      </Button>
    </div>
  );
}

function DismissForm({ reference }: { reference: string }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={hrefIn(paths.offerSent(reference))} {...NEEDS_SCRIPT}>
      <button
        type="submit"
        {...sends<OfferSentPress>("put-away")}
        className="icon-button"
        aria-label={m.vin_offer_put_away()}
        title={m.vin_offer_away_note()}
      >
        <X className="icon" aria-hidden />
      </button>
    </fetcher.Form>
  );
}
