import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Bar } from "#ui/bar.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FactsTable } from "#ui/facts-table.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { command } from "#ui/command.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/reports.page.ts";
import { FigureLink, Scrolled, Table } from "./report-table.tsx";
import { loadReports, type ReportsView } from "./reports.server.ts";
import { WeekChart } from "./week-chart.tsx";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./reports.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const { visitor } = requirePermission(args, "seeReports");
  return loadReports(new URL(args.request.url), visitor.locale);
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.report_title(), isPrivate: true });

/** What came in, how soon it was answered, how it ended, and where people leave the forms. */
export default function ReportsPage({ loaderData: view }: Route.ComponentProps) {
  const { headline, csv } = view;
  const isHydrated = useHydrated();
  return (
    <div className="report-page mx-auto grid w-full gap-6 p-4 sm:p-8 print:block [print-color-adjust:exact]">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-page-title">{m.report_title()}</h1>
          <p className="muted mt-2 print:hidden">{m.report_text()}</p>
          <p className="muted mt-2 not-print:hidden">{view.printed}</p>
        </div>
        {isHydrated && (
          <Button variant="ghost" size="sm" className="print:hidden" {...command("print")}>
            <Printer className="icon" aria-hidden /> {m.form_journey_print()}
          </Button>
        )}
      </div>
      <Period view={view} />
      <Part title={m.report_leads_title()} csvHref={csv.leads}>
        {view.groups.length === 0 || headline.leads?.text === "0" ? (
          <EmptyState title={m.report_none_title()}>
            <p>{m.report_none_text()}</p>
          </EmptyState>
        ) : (
          <>
            <Headline headline={headline} />
            <WeekChart weeks={view.weeks} />
            <LeadTable view={view} />
          </>
        )}
      </Part>
      <div className="grid gap-6 lg:grid-cols-2">
        <Part title={m.report_lost_title()} csvHref={csv.reasons}>
          {view.reasons.length === 0 ? (
            <p className="muted">{m.report_lost_none()}</p>
          ) : (
            <FactsTable
              facts={view.reasons.map(({ name, leads }) => ({
                name,
                value: <FigureLink figure={leads} />,
              }))}
            />
          )}
        </Part>
        <Part title={m.report_stages_title()} csvHref={csv.stages}>
          {view.stages.length === 0 ? (
            <p className="muted">{m.report_stages_none()}</p>
          ) : (
            <Table
              label={m.report_stages_title()}
              columns={[
                m.report_stage(),
                m.report_left_stage(),
                m.report_median(),
                m.report_ninth(),
              ]}
              rows={view.stages}
            />
          )}
        </Part>
      </div>
      {view.dealershipStages.rows.length > 0 && (
        <Part title={m.report_dealership_stages_title()} csvHref={csv.dealershipStages}>
          <p className="muted small">{m.report_dealership_stages_text()}</p>
          <Table
            label={m.report_dealership_stages_title()}
            columns={[m.report_by_dealership(), ...view.dealershipStages.columns]}
            rows={view.dealershipStages.rows}
          />
        </Part>
      )}
      <Part title={m.report_forms_title()} csvHref={csv.forms}>
        <p className="muted small">{m.report_forms_text()}</p>
        {view.forms.length === 0 && <p className="muted">{m.report_forms_none()}</p>}
        <div className="grid gap-6 lg:grid-cols-2">
          {view.forms.map((form) => (
            <FormFunnel key={form.name} form={form} />
          ))}
        </div>
      </Part>
      <Part title={m.report_searches_title()} csvHref={csv.searches}>
        <p className="muted small">{m.report_searches_text()}</p>
        {view.searches.length === 0 ? (
          <p className="muted">{m.report_searches_none()}</p>
        ) : (
          <Table
            label={m.report_searches_title()}
            columns={[m.report_search(), m.report_search_times()]}
            rows={view.searches}
          />
        )}
      </Part>
      <div className="grid gap-6 lg:grid-cols-2">
        <Part title={m.report_deliveries_title()}>
          {view.deliveries.length === 0 ? (
            <p className="muted">{m.report_deliveries_none()}</p>
          ) : (
            <Table
              label={m.report_deliveries_title()}
              columns={[
                m.report_channel(),
                m.report_delivered(),
                m.report_waiting(),
                m.report_failed(),
              ]}
              rows={view.deliveries}
            />
          )}
        </Part>
        <Part title={m.report_market_title()}>
          <FactsTable facts={view.market} />
        </Part>
      </div>
    </div>
  );
}

function Period({ view }: { view: ReportsView }) {
  const { typed, grouping, groupings, problem } = view;
  return (
    <Form
      key={JSON.stringify([typed, grouping])}
      method="get"
      action={hrefIn(paths.staffReports())}
      className="card grid items-end gap-4 p-6 sm:grid-cols-[1fr_1fr_1fr_auto] print:hidden"
    >
      <TextField name="from" type="date" label={m.report_from()} defaultValue={typed.from} />
      <TextField name="to" type="date" label={m.report_to()} defaultValue={typed.to} />
      <SelectField name="by" label={m.report_by()} defaultValue={grouping}>
        {groupings.map(({ code, text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="dark">
        {m.report_show()}
      </Button>
      {problem && (
        <p className="notice notice--bad sm:col-span-4" role="alert">
          {problem}
        </p>
      )}
    </Form>
  );
}

function Part(props: { title: string; csvHref?: string; children: ReactNode }) {
  const { title, csvHref, children } = props;
  return (
    <section
      className="card grid content-start gap-4 p-6 print:mt-6 print:block print:border-0 print:shadow-none"
      aria-label={title}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-h3">{title}</h2>
        {csvHref && (
          <a className="link small print:hidden" href={hrefIn(csvHref)} download>
            {m.report_csv()}
            <span className="sr-only">{`: ${title}`}</span>
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

function Headline({ headline }: Pick<ReportsView, "headline">) {
  const { leads, inTime, won, lost, value } = headline;
  const figures = [
    { name: m.report_leads(), figure: leads },
    { name: m.report_in_time_share(), figure: inTime, hint: m.report_promise_hint() },
    { name: m.report_won(), figure: won },
    { name: m.report_lost(), figure: lost },
    { name: m.report_value(), figure: value },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
      {figures.map(({ name, figure, hint }) => (
        <div key={name}>
          <dt className="small muted">{name}</dt>
          <dd className="figures text-h3">{figure && <FigureLink figure={figure} />}</dd>
          {hint && <dd className="fine-print muted">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}

function LeadTable({ view }: { view: ReportsView }) {
  const { groups, grouping, groupings } = view;
  return (
    <>
      <Table
        label={m.report_leads_title()}
        columns={[
          groupings.find(({ code }) => code === grouping)?.text ?? "",
          m.report_leads(),
          m.report_in_time(),
          m.report_late(),
          m.report_median(),
          m.report_ninth(),
          m.report_won(),
          m.report_lost(),
          m.report_value(),
        ]}
        rows={groups}
      />
      <p className="fine-print muted">{m.report_median_hint()}</p>
    </>
  );
}

function FormFunnel({ form }: { form: ReportsView["forms"][number] }) {
  return (
    <div>
      <h3 className="text-base">{form.name}</h3>
      <Scrolled label={form.name}>
        <table className="small mt-2 w-full">
          <thead>
            <tr className="border-b border-border">
              <th scope="col" className="py-1 text-left">
                {m.report_point()}
              </th>
              <th scope="col" className="py-1 pl-3 text-right">
                {m.report_people()}
              </th>
              <th scope="col" className="py-1 pl-3 text-right">
                {m.report_left()}
              </th>
            </tr>
          </thead>
          <tbody>
            {form.points.map(({ name, people, left, share }) => (
              <tr key={name}>
                <th scope="row" className="w-full py-1 text-left font-normal">
                  {name}
                  <span className="mt-1 block h-1.5 rounded-full bg-muted">
                    <Bar className="block h-1.5 rounded-full bg-primary" share={share} />
                  </span>
                </th>
                <td className="figures py-1 pl-3 text-right">{people}</td>
                <td className="figures py-1 pl-3 text-right">{left}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </div>
  );
}
