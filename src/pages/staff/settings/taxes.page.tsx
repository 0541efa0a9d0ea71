import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { FormCard, ListPage } from "#pages/staff/list-page.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/taxes.page.ts";
import { taxesPage } from "./taxes.server.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./settings.css?url";

export const links = () => [pageStyle(stylesheet)];

export const loader = taxesPage.loader;
export const action = taxesPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.setting_list_taxes(), isPrivate: true });

/** The sales taxes that payments and deals count with, and what the operator changed. */
export default function TaxesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { provinces, changes, shown, view, presses } = loaderData;
  return (
    <ListPage
      title={m.setting_list_taxes()}
      text={m.tax_change_text()}
      head={
        <>
          <p className="small muted mt-2">{shown}</p>
          <p className="mt-2">
            <Link to={paths.staffSettings()}>{m.setting_back()}</Link>
          </p>
        </>
      }
      saved={m.setting_saved()}
      isAnswered={actionData !== undefined}
    >
      {presses.add && (
        <FormCard id="add" title={m.tax_change_add()}>
          {/* The whole page loads anew: its scripts have the facts with which it was made. */}
          <PageForm
            view={latestView(actionData, view)}
            press={presses.add}
            submit={m.setting_save()}
            variant="dark"
            reloadDocument
          />
        </FormCard>
      )}
      <section className="card p-6" aria-labelledby="changes">
        <h2 id="changes" className="text-h3">
          {m.tax_change_own()}
        </h2>
        {changes.length === 0 && <p className="muted mt-2">{m.tax_change_none()}</p>}
        <ul className="divide-y divide-border">
          {changes.map(({ key, text, isToCome, source, checked }) => (
            <li key={key} className="grid justify-items-start gap-1 py-3">
              <b>{text}</b>
              {isToCome && <span className="chip">{m.tax_change_to_come()}</span>}
              <span className="small muted wrap-anywhere">
                <a href={source}>{source}</a>. {checked}
              </span>
              <CommandForm press={presses.remove} fields={{ row: key }} reloadDocument>
                <Button
                  type="submit"
                  size="sm"
                  variant="soft"
                  aria-label={m.tax_change_remove_which({ row: text })}
                >
                  {m.tax_change_remove()}
                </Button>
              </CommandForm>
            </li>
          ))}
        </ul>
      </section>
      <section className="card p-6" aria-labelledby="today">
        <h2 id="today" className="text-h3">
          {m.tax_change_today()}
        </h2>
        <p className="muted mt-2">{m.tax_change_today_text()}</p>
        <dl className="divide-y divide-border">
          {provinces.map(({ province, name, lines }) => (
            <div key={province} className="grid gap-1 py-3">
              <dt>
                <b>{name}</b>
              </dt>
              {lines.map(({ seller, taxes, since, source }) => (
                <dd key={seller}>
                  {seller === "dealer"
                    ? m.tax_change_seller_option_dealer()
                    : m.tax_change_seller_option_private()}
                  {m.tax_change_colon()} <b>{taxes}</b>{" "}
                  <span className="small muted wrap-anywhere">
                    {since} {source}
                  </span>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </section>
    </ListPage>
  );
}
