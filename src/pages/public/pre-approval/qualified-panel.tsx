import { Check } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { GateRefusal } from "#forms/gates.ts";
import type { Summary } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { EstimateProvider } from "#pages/public/listing/your-budget-context.tsx";
import { describeEstimate, usePaymentTerms } from "#pages/public/listing/your-budget.tsx";
import { EnglishChoice } from "#pages/public/form-journey/english-choice.tsx";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { FrenchFirst } from "#ui/french-first.tsx";
import { Link } from "#ui/link.tsx";
import { useModalPage } from "#ui/modal-page.ts";
import { formatKm, formatNumber } from "#values/format.ts";
import { MatchRow } from "./match-row.tsx";
import type { PanelBox, QualifiedPanelData } from "./pre-approval-wizard.server.ts";
import { WantedCarLine } from "./request-summary.tsx";
import { VehiclePicture } from "./vehicle-picture.tsx";

/**
 * The panel after step 11. It is part of the page, and becomes a modal over the dimmed step if
 * JavaScript runs; Esc leads back to the step.
 */
export function QualifiedPanel({
  panel,
  refusal,
  summary,
  carType,
  cancelHref,
}: {
  panel: QualifiedPanelData;
  refusal: GateRefusal | null;
  summary: Summary;
  carType: string | null;
  cancelHref: string;
}) {
  const { title, dialogProps } = useModalPage(cancelHref);
  const isLeaving = useNavigation().state !== "idle";
  const { location, matches, car } = panel;
  const facts = summary.rows.filter(({ key }) => key === "carType" || key === "budget");
  return (
    <dialog {...dialogProps} className="dialog qualified-panel" aria-labelledby="qualified-title">
      <div className="qualified-panel__top">
        {carType && <VehiclePicture carType={carType} slot="panel" />}
      </div>
      <div className="qualified-panel__body">
        <span className="chip chip--ok">
          <Check className="icon size-4" aria-hidden />
          {matches.count > 0
            ? m.pre_approval_qualified_chip_found()
            : m.pre_approval_qualified_chip_none()}
        </span>
        <h1 id="qualified-title" ref={title} tabIndex={-1}>
          {m.pre_approval_qualified_title({ location })}
        </h1>
        <EstimateProvider estimate={panel.estimate}>
          <OwnEstimate />
          {car && <WantedCarLine car={car} isOnPanel />}
          <Matches matches={matches} />
        </EstimateProvider>
        <dl>
          {facts.map(({ key, name, value }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">{m.pre_approval_qualified_left()}</p>
        <p className="small mt-5">{m.pre_approval_qualified_not_credit()}</p>
      </div>
      <Form method="post" className="qualified-panel__consent">
        <ConsentBoxes panel={panel} refusal={refusal} />
        <Button type="submit" size="lg" block className="mt-3" busy={isLeaving}>
          {m.pre_approval_qualified_continue()}
        </Button>
        <a className={`${buttonClass({ variant: "ghost", block: true })} mt-2`} href={cancelHref}>
          {m.pre_approval_qualified_back()}
        </a>
      </Form>
    </dialog>
  );
}

/** One box per purpose, both optional; the second one names its recipient before it is ticked. */
function ConsentBoxes({
  panel: { location, matching, passing, boxes, french },
  refusal,
}: {
  panel: QualifiedPanelData;
  refusal: GateRefusal | null;
}) {
  const { contact, share } = boxes;
  // As they were ticked before the page was rendered again.
  const draw = (control: string, box: PanelBox) => ({
    control,
    text: box.text,
    isTicked: refusal ? refusal.typed.includes(control) : box.isTicked,
  });
  return (
    <fieldset aria-describedby="qualified-boxes-hint">
      <legend className="field-label">{m.pre_approval_qualified_boxes()}</legend>
      <p className="field-hint" id="qualified-boxes-hint">
        {m.pre_approval_qualified_boxes_hint()}
      </p>
      {french && (
        <FrenchFirst href={french.href}>
          {french.texts.map((text) => (
            <p key={text} className="small mt-2">
              {text}
            </p>
          ))}
        </FrenchFirst>
      )}
      <ConsentBox {...draw("contactMe", contact)} />
      {share && <ConsentBox {...draw("shareWithDealership", share)} />}
      {share && <input type="hidden" name="namedDealership" value={share.dealershipId} />}
      {share && <input type="hidden" name="mailedBesides" value={share.mailedBesides} />}
      <p className="fine-print muted mt-1">
        {share ? `${matching} ${passing}` : m.pre_approval_qualified_no_dealership({ location })}
      </p>
      {french && <EnglishChoice isTicked={french.isEnglishChosen} isMissing={refusal !== null} />}
    </fieldset>
  );
}

function ConsentBox({
  control,
  text,
  isTicked,
}: {
  control: string;
  text: string;
  isTicked: boolean;
}) {
  return (
    <label className="checkbox-row checkbox-row--top py-1.5 small">
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
  );
}

function OwnEstimate() {
  const { yours, terms, withheld } = usePaymentTerms();
  if (!yours || withheld) return null;
  return <p className="mb-2 figures">{describeEstimate(yours, terms)}</p>;
}

function Matches({ matches }: Pick<QualifiedPanelData, "matches">) {
  return (
    <>
      <p className="font-[560]">{matchCountText(matches)}</p>
      {matches.wider && (
        <p className="mt-2">
          <Link
            to={`${paths.preApprovalQualified()}?within=${matches.wider.radiusKm ?? "province"}`}
            replace
          >
            {widerText(matches.wider)}
          </Link>
        </p>
      )}
      {matches.best.length > 0 && (
        <ul className="mt-3 grid gap-2" aria-label={m.pre_approval_qualified_best()}>
          {matches.best.map((listing) => (
            <li key={listing.id}>
              <MatchRow listing={listing} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function widerText({
  radiusKm,
  count,
}: NonNullable<QualifiedPanelData["matches"]["wider"]>): string {
  const locale = getLocale();
  const cars = formatNumber(count, locale);
  if (radiusKm === null) {
    return count === 1
      ? m.pre_approval_qualified_wider_province_one()
      : m.pre_approval_qualified_wider_province({ count: cars });
  }
  const km = formatKm(radiusKm, locale);
  return count === 1
    ? m.pre_approval_qualified_wider_one({ km })
    : m.pre_approval_qualified_wider({ km, count: cars });
}

function matchCountText({ count, radiusKm }: QualifiedPanelData["matches"]): string {
  const locale = getLocale();
  if (count === 0)
    return radiusKm === null
      ? m.pre_approval_qualified_none_province()
      : m.pre_approval_qualified_none({ km: formatKm(radiusKm, locale) });
  if (radiusKm === null) {
    return count === 1
      ? m.pre_approval_qualified_count_province_one()
      : m.pre_approval_qualified_count_province({ count: formatNumber(count, locale) });
  }
  const km = formatKm(radiusKm, locale);
  return count === 1
    ? m.pre_approval_qualified_count_radius_one({ km })
    : m.pre_approval_qualified_count_radius({ count: formatNumber(count, locale), km });
}
