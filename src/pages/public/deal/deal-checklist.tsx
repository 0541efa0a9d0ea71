import { Check } from "lucide-react";
import { Form } from "react-router";
import type { ChecklistItem } from "#domain/deal/checklist.ts";
import type { DealSide } from "#domain/deal/deal-state.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CommandButton } from "#pages/command/command-button.tsx";
import { formatCad } from "#values/money.ts";
import { provinceName } from "#values/province.ts";
import { describeTax } from "#values/tax-label.ts";
import { findItemSource, ITEM_WORDS } from "./checklist-words.ts";
import type { DealPage, DealPress } from "./deal.server.ts";
import { SourceFact } from "./source-fact.tsx";

/** What the two sides do until the handover; each side ticks its own boxes. */
export function DealChecklist({ page }: { page: DealPage }) {
  const { checklist, provinceCode } = page;
  const province = provinceCode && provinceName(provinceCode, getLocale());
  return (
    <section id="checklist" className="card p-6" aria-labelledby="checklist-title">
      <h2 id="checklist-title" className="text-h3">
        {m.deal_checklist_title()}
      </h2>
      <p className="muted mt-1 mb-3">
        {province ? m.deal_checklist_text({ province }) : m.deal_checklist_text_anywhere()}
      </p>
      <ul>
        {checklist.map((each) => (
          <Item key={each.item} page={page} {...each} />
        ))}
      </ul>
    </section>
  );
}

type ItemProps = {
  page: DealPage;
  item: ChecklistItem;
  isDone: Readonly<Record<DealSide, boolean>>;
};

function Item({ page, item, isDone }: ItemProps) {
  const { title, text } = ITEM_WORDS[item];
  const { provinceCode, isSoldByDealership } = page;
  const hasTaxEstimate = page.tax !== null;
  const requested = { provinceCode, isSoldByDealership, hasTaxEstimate };
  const source = findItemSource(item, requested, getLocale());
  const isDealersTax = item === "tax" && isSoldByDealership;
  return (
    <li className="deal-item">
      <h3 className="text-lg">{title()}</h3>
      <p className="mt-1">{isDealersTax ? m.deal_item_tax_text_dealer() : text()}</p>
      {item === "tax" && <Tax page={page} />}
      <SourceFact source={source} />
      <div className="deal-item__ticks">
        {(["buyer", "seller"] as const).map((side) => (
          <span key={side} className={isDone[side] ? "chip chip--ok" : "chip"}>
            {isDone[side] && <Check className="icon" aria-hidden />}
            {describeTick(side, isDone[side])}
          </span>
        ))}
        {page.side && <TickButton item={item} isDone={isDone[page.side]} />}
      </div>
    </li>
  );
}

function TickButton({ item, isDone }: { item: ChecklistItem; isDone: boolean }) {
  const named = { item: ITEM_WORDS[item].title() };
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="item" value={item} />
      <CommandButton<DealPress>
        press={isDone ? "untick" : "tick"}
        variant="ghost"
        size="sm"
        aria-label={isDone ? m.deal_checklist_unmark(named) : m.deal_checklist_mark(named)}
      >
        {isDone ? m.deal_checklist_undo() : m.deal_checklist_done()}
      </CommandButton>
    </Form>
  );
}

function describeTick(side: DealSide, isDone: boolean): string {
  if (side === "buyer") return isDone ? m.deal_checklist_buyer() : m.deal_checklist_buyer_open();
  return isDone ? m.deal_checklist_seller() : m.deal_checklist_seller_open();
}

function Tax({ page: { tax, priceCad } }: { page: DealPage }) {
  if (!tax) return null;
  const locale = getLocale();
  const price = formatCad(priceCad, locale);
  if (tax.taxCad === 0) return <p className="figures mt-1">{m.deal_item_tax_none({ price })}</p>;
  const rates = tax.lines
    .filter(({ taxCad }) => taxCad > 0)
    .map(({ tax: code, ratePercent }) => describeTax(code, ratePercent))
    .join(", ");
  return (
    <p className="figures mt-1">
      {m.deal_item_tax_estimate({ tax: formatCad(tax.taxCad, locale), price, rates })}
    </p>
  );
}
