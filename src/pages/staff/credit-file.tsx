import { FactsTable } from "#ui/facts-table.tsx";
import { CircleAlert, Users } from "lucide-react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "./lead-answers.tsx";
import type { CreditFileView, RatiosView } from "./credit-file.server.ts";

const LEVEL_CHIP = {
  comfortable: "chip--ok",
  stretched: "chip--warn",
  above_benchmark: "chip--bad",
} as const;

/** The top of a credit application: what a lender will miss, and the ratios that it computes. */
export function CreditFileHead(props: {
  file: CreditFileView;
  level: "h2" | "h3";
  /** The list's own query parameters, which the form of the ratios must keep. */
  kept: readonly (readonly [string, string])[];
}) {
  const { file, level, kept } = props;
  return (
    <div className="grid gap-7 px-4 pt-6 sm:px-6 xl:grid-cols-2 xl:gap-10 print:grid-cols-2">
      {file.joint && (
        <p className="notice xl:col-span-2 print:col-span-2">
          <Users className="icon" aria-hidden />
          <span>
            {file.joint.text}{" "}
            {file.joint.reference && (
              <Link to={paths.lead(file.joint.reference)}>
                {m.credit_file_joint_open({ reference: file.joint.reference })}
              </Link>
            )}
          </span>
        </p>
      )}
      <Section title={m.credit_file_missing_title()} level={level}>
        {file.missing.length === 0 ? (
          <p className="small muted">{m.credit_file_missing_none()}</p>
        ) : (
          <ul className="grid gap-1.5 text-label">
            {file.missing.map((text) => (
              <li key={text} className="flex items-start gap-2">
                <CircleAlert className="icon mt-0.5 size-4" aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={m.credit_file_ratios_title()} level={level}>
        {file.ratios ? (
          <Ratios ratios={file.ratios} kept={kept} />
        ) : (
          <p className="small muted">{file.noRatios}</p>
        )}
      </Section>
    </div>
  );
}

function Ratios({
  ratios,
  kept,
}: {
  ratios: RatiosView;
  kept: readonly (readonly [string, string])[];
}) {
  const { income, housing, rated, debtsCad, paymentCad } = ratios;
  return (
    <>
      <FactsTable
        facts={[
          { name: m.credit_file_gross_income(), value: income },
          { name: m.credit_file_housing(), value: housing },
          ...(rated
            ? [
                { name: m.credit_file_gds(), value: rated.gds },
                { name: m.credit_file_tds(), value: rated.tds },
                { name: m.credit_file_pti(), value: rated.pti },
              ]
            : []),
        ]}
      />
      {rated ? (
        <p className="small mt-2">
          <span className={`chip ${LEVEL_CHIP[rated.level]}`}>{rated.levelText}</span>{" "}
          <span className="muted">{m.credit_file_benchmarks()}</span>
        </p>
      ) : (
        <p className="small muted mt-2">{ratios.noDebts}</p>
      )}
      <Form className="mt-4 flex flex-wrap items-end gap-3 print:hidden" preventScrollReset>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <AmountField
          name="debts"
          label={m.credit_file_debts_label()}
          value={rated ? String(debtsCad) : ""}
        />
        <AmountField
          name="payment"
          label={m.credit_file_payment_label()}
          value={paymentCad ? String(paymentCad) : ""}
        />
        <Button type="submit" variant="ghost" size="sm">
          {m.credit_file_compute()}
        </Button>
      </Form>
    </>
  );
}

function AmountField(props: { name: string; label: string; value: string }) {
  const { name, label, value } = props;
  return (
    <Field id={`ratio-${name}`} label={label} className="w-44">
      {(control) => (
        <input
          {...control}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={value}
        />
      )}
    </Field>
  );
}
