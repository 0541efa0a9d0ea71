import { data } from "react-router";
import { applyFeed } from "#domain/stock-feed/apply-feed.server.ts";
import { countPlan } from "#domain/stock-feed/feed-counts.ts";
import { FEED_FIELDS } from "#domain/stock-feed/feed-fields.ts";
import { type FeedPlan, isPriceOnly } from "#domain/stock-feed/feed-plan.ts";
import { feedMappingForm, feedNameForm } from "#domain/stock-feed/stock-feed.form.ts";
import {
  dropStockFile,
  findOpenFeed,
  listStockFeeds,
  planOpenFeed,
  saveFeedMapping,
  uploadStockFile,
} from "#domain/stock-feed/stock-feed.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage } from "#pages/command/define-page.server.ts";
import { type DeskSubject, requireDealership } from "#pages/dealer/desk.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { type Member, type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import type { StockFile } from "#packages/stock-file";
import { now } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatCad } from "#values/money.ts";
import type { Locale } from "#values/locale.ts";
import { describeFault, describeFileFault } from "./stock-fault-words.server.ts";

/** A list of twenty thousand lines helps nobody; the numbers above it are those of all. */
const MOST_LISTED = 100;

/** A post that did not succeed, with what was typed. */
export type ImportRefused = { problem: string; name?: string };

const address = (feedId: string, done?: string) =>
  `${hrefIn(paths.dealerStockImport())}?${new URLSearchParams({ feed: feedId, ...(done && { done }) })}`;

export const stockImportPage = definePage({
  address: "/dealer/stock/import",
  read: "seeDesk",
  async load({ request }: PageArgs, member: Member) {
    const { visitor } = member;
    const dealership = await requireDealership(member);
    const query = new URL(request.url).searchParams;
    const feeds = await listStockFeeds(dealership.id);
    const feedId = query.get("feed") ?? "";
    const feed = feeds.find(({ id }) => id === feedId);
    return {
      done: query.get("done"),
      name: feed?.name ?? feeds[0]?.name ?? "",
      feeds: feeds.map(({ id, name, fileName, appliedAt, appliedCounts }) => ({
        id,
        name,
        waits: fileName !== null,
        appliedAt,
        counts: appliedCounts,
      })),
      open: await viewOpenFeed(dealership.id, feedId, visitor),
    };
  },
  find: (_args: PageArgs, member: Member) => requireDealership(member),
  commands: defineCommands<DeskSubject>()({
    "upload-stock": {
      may: "createListing",
      async run({ post, field }, { by, of }) {
        const name = field("name").trim().slice(0, 60);
        const refuse = (problem: string) => data<ImportRefused>({ problem, name }, { status: 422 });
        const [file] = post.files.get("file") ?? [];
        const named = readForm(feedNameForm, rawFields({ name }), {
          now: now(),
          locale: post.visitor.locale,
        });
        if (!named.ok) {
          const isSin = named.fieldErrors.some(({ code }) => code === "holds_sin");
          return refuse(
            isSin
              ? m.forms_error_holds_sin({ name: m.stock_import_name() })
              : m.stock_import_name_missing(),
          );
        }
        if (!file || file.size === 0) return refuse(m.stock_import_file_missing());
        const bytes = new Uint8Array(await file.arrayBuffer());
        const uploaded = await uploadStockFile(by, of.id, { name, fileName: file.name, bytes });
        if (uploaded.ok) throw redirectTo(address(uploaded.id));
        return refuse(
          uploaded.code === "unreadable"
            ? describeFileFault(uploaded.fault, post.visitor.locale)
            : m.stock_import_too_many(),
        );
      },
    },
    "feed-mapping": {
      may: "createListing",
      async run({ post, field }, { of }) {
        const feed = await findOpenFeed(of.id, field("feed"));
        if (!feed) throw redirectTo(address(field("feed"), "dropped"));
        return handleForm(feedMappingForm(viewColumns(feed.file)), post, async (answers) => {
          const chosen = answers as Readonly<Record<string, unknown>>;
          const mapping = Object.fromEntries(
            FEED_FIELDS.flatMap((name) => {
              const column = chosen[name];
              return typeof column === "string" ? [[name, column]] : [];
            }),
          );
          await saveFeedMapping(of.id, feed.id, mapping);
          return { ok: true, redirectTo: `${address(feed.id)}#plan` };
        });
      },
    },
    "apply-stock": {
      may: "createListing",
      async run({ field }, { by, of }) {
        const applied = await applyFeed(by, of.id, field("feed"), {
          digest: field("digest"),
          isSure: field("sure") === "yes",
        });
        if (applied.ok) throw redirectTo(address(field("feed"), "applied"));
        return data<ImportRefused>({ problem: NOT_APPLIED[applied.code]() }, { status: 409 });
      },
    },
    "drop-stock": {
      may: "createListing",
      async run({ field }, { of }) {
        await dropStockFile(of.id, field("feed"));
        throw redirectTo(address(field("feed"), "dropped"));
      },
    },
  }),
});

const NOT_APPLIED = {
  not_found: m.stock_import_not_found,
  not_as_shown: m.stock_import_not_as_shown,
  not_sure: m.stock_import_not_sure,
};

async function viewOpenFeed(dealershipId: string, feedId: string, visitor: { locale: Locale }) {
  const feed = await findOpenFeed(dealershipId, feedId);
  if (!feed) return null;
  const { id, name, fileName, mapping, isMapped, file } = feed;
  return {
    id,
    name,
    fileName,
    isMapped,
    rows: file.rows.length + file.unevenRows.length,
    mappingView: showForm(feedMappingForm(viewColumns(file)), visitor, {
      ...mapping,
      ...(isMapped && { isAllInPrice: true }),
    }),
    plan: isMapped ? viewPlan(await planOpenFeed(dealershipId, feed), file, visitor.locale) : null,
  };
}

/** A column's name, with its first value. */
function viewColumns({ columns, rows }: StockFile) {
  return columns.map((name, at) => {
    const sample = rows.find(({ cells }) => cells[at] !== "")?.cells[at]?.slice(0, 30);
    return { name, text: sample ? m.stock_import_column({ name, sample }) : name };
  });
}

function viewPlan(
  { plan, digest }: { plan: FeedPlan; digest: string },
  { format }: StockFile,
  locale: Locale,
) {
  const place = (at: number) =>
    format === "json" ? m.stock_import_entry({ number: at }) : m.stock_import_line({ number: at });
  const price = (cad: number) => formatCad(cad, locale);
  return {
    digest,
    counts: countPlan(plan),
    needsSureness: plan.needsSureness,
    refused: plan.refused.slice(0, MOST_LISTED).map((car) => ({
      key: `${car.place}`,
      title: `${place(car.place)}${car.title && ` · ${car.title}`}`,
      text: car.faults.map((fault) => describeFault(fault, locale)).join(" "),
    })),
    added: plan.added.slice(0, MOST_LISTED).map(({ place: at, title, fields, key }) => ({
      key: `${at}`,
      title: `${title} · ${key}`,
      text: price(fields.priceCad),
    })),
    changed: plan.changed.slice(0, MOST_LISTED).map((car) => ({
      key: `${car.place}`,
      title: `${car.title} · ${car.key}`,
      text: [
        car.changes.priceCad === undefined
          ? ""
          : m.stock_import_price_change({
              from: price(car.known.priceCad),
              to: price(car.changes.priceCad),
            }),
        car.isBack ? m.stock_import_back() : "",
        isPriceOnly(car) || Object.keys(car.changes).every((name) => name === "priceCad")
          ? ""
          : m.stock_import_details_change(),
      ]
        .filter(Boolean)
        .join(" "),
    })),
    gone: plan.gone.slice(0, MOST_LISTED).map(({ id, year, make, model, stockNumber, vin }) => ({
      key: id,
      title: [`${year} ${make} ${model}`, stockNumber ?? vin].filter(Boolean).join(" · "),
      text: "",
    })),
  };
}
