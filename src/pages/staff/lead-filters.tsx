import { Search, SlidersHorizontal, X } from "lucide-react";
import { Form } from "react-router";
import { FIRST_COLUMNS, INBOX_COLUMNS } from "#domain/inbox/inbox-columns.ts";
import { INBOX_SORTS, type InboxSort } from "#domain/inbox/inbox-filter.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { LeadFiltersView } from "./lead-filter-view.server.ts";
import { columnWord } from "./lead-columns.ts";
import { buildLeadListPath, FIRST_ADDRESS, type LeadListAddress } from "./lead-list-address.ts";

type LeadFiltersProps = { address: LeadListAddress; filters: LeadFiltersView };

/** Search and filters of the list as one form, and the filters in use, each with its way out. */
export function LeadFilters({ address, filters }: LeadFiltersProps) {
  const { chips, options } = filters;
  const inUse = chips.filter(({ key }) => key !== "q").length;
  return (
    <>
      <Form
        key={buildLeadListPath(address)}
        method="get"
        action={hrefIn(paths.leads())}
        role="search"
        className="contents"
      >
        {/* The stages are links of their own below: the form stays at the one that is open. */}
        {address.stage && <input type="hidden" name="stage" value={address.stage} />}
        {address.left && <input type="hidden" name="left" value={address.left} />}
        {address.view && <input type="hidden" name="view" value={address.view} />}
        {address.isAwaited && <input type="hidden" name="show" value="to_pass_on" />}
        <div className="relative">
          <Search className="icon absolute top-3.5 left-3.5 text-muted-foreground" aria-hidden />
          <input
            className="control pl-10.5"
            type="search"
            name="q"
            defaultValue={address.search}
            aria-label={m.staff_search_label()}
            placeholder={m.inbox_search_placeholder()}
            enterKeyHint="search"
          />
        </div>
        <details className="lead-filters" name="lead-list">
          <summary>
            <SlidersHorizontal className="icon size-4" aria-hidden />
            {inUse > 0 ? m.inbox_filters_count({ count: inUse }) : m.inbox_filters()}
          </summary>
          <div className="lead-filters__fields">
            <Choice name="kind" label={m.inbox_kind()} {...{ address, options }} />
            <Choice name="owner" label={m.inbox_owner()} {...{ address, options }} />
            <Choice name="due" label={m.inbox_due()} {...{ address, options }} />
            <Choice name="outcome" label={m.outcome_title()} {...{ address, options }} />
            <Choice name="dealership" label={m.inbox_dealership()} {...{ address, options }} />
            <Choice name="province" label={m.inbox_province()} {...{ address, options }} />
            <Choice name="language" label={m.inbox_language()} {...{ address, options }} />
            <Choice name="source" label={m.inbox_source()} {...{ address, options }} />
            <TextField
              name="campaign"
              label={m.inbox_campaign()}
              defaultValue={address.campaign ?? ""}
              maxLength={60}
            />
            <TextField
              name="from"
              type="date"
              label={m.inbox_from()}
              defaultValue={address.from ?? ""}
            />
            <TextField name="to" type="date" label={m.inbox_to()} defaultValue={address.to ?? ""} />
            <Tick name="car" text={m.inbox_car()} isTicked={address.hasCar} />
            <Tick name="documents" text={m.inbox_documents()} isTicked={address.needsDocuments} />
            <SelectField name="sort" label={m.inbox_sort()} defaultValue={address.sort}>
              {INBOX_SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {SORT_WORDS[sort]()}
                </option>
              ))}
            </SelectField>
            <fieldset className="col-span-full max-lg:hidden">
              <legend className="field-label">{m.inbox_columns()}</legend>
              <div className="lead-filters__fields">
                {INBOX_COLUMNS.map((column) => (
                  <Tick
                    key={column}
                    name="columns"
                    value={column}
                    text={columnWord(column)}
                    isTicked={(address.columns ?? FIRST_COLUMNS).includes(column)}
                  />
                ))}
              </div>
            </fieldset>
            <Button type="submit" size="sm">
              {m.inbox_filters_apply()}
            </Button>
          </div>
        </details>
      </Form>
      {chips.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={m.inbox_chips()}>
          {chips.map(({ key, text, href }) => (
            <li key={key} className="min-w-0">
              <Link className="chip chip--outline lead-filters__chip" to={href}>
                <span className="sr-only">{m.inbox_chip_remove()} </span>
                <span className="truncate">{text}</span>
                <X className="icon size-4" aria-hidden />
              </Link>
            </li>
          ))}
          <li>
            <Link className="link small inline-flex min-h-9 items-center" to={clearedPath(address)}>
              {m.inbox_clear()}
            </Link>
          </li>
        </ul>
      )}
    </>
  );
}

const SORT_WORDS: Record<InboxSort, () => string> = {
  newest: m.inbox_sort_newest,
  due: m.inbox_sort_due,
  active: m.inbox_sort_active,
};

/** The same stage in the same order and with the same columns, of all leads. */
function clearedPath({ stage, isAwaited, sort, columns }: LeadListAddress): string {
  return buildLeadListPath({ ...FIRST_ADDRESS, stage, isAwaited, sort, columns });
}

function Choice({
  name,
  label,
  address,
  options,
}: {
  name: keyof LeadFiltersView["options"];
  label: string;
  address: LeadListAddress;
  options: LeadFiltersView["options"];
}) {
  return (
    <SelectField name={name} label={label} defaultValue={address[name] ?? ""}>
      <option value="">{m.inbox_any()}</option>
      {options[name].map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

function Tick(props: { name: string; value?: string; text: string; isTicked: boolean }) {
  const { name, value = "1", text, isTicked } = props;
  return (
    <label className="checkbox-row">
      <input
        className="choice-input"
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isTicked}
      />
      <i aria-hidden />
      {text}
    </label>
  );
}
