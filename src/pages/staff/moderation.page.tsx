import type { Route } from "./+types/moderation.page.ts";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";
import { languageTag } from "#values/locale.ts";
import { formatCarName } from "#values/car-name.ts";
import type { ListedReport } from "#domain/listing/listing-report.server.ts";
import type { ReportedInquiry } from "#domain/inquiry/inquiry-reports.server.ts";
import type { ChangeLine } from "#domain/staff-change/change-words.server.ts";
import type { ListedObjection } from "#domain/staff-change/objection.server.ts";
import { ChangeList } from "#pages/public/staff-change/change-list.tsx";
import type { ReportReason } from "#domain/listing/listing-report.form.ts";
import { moderationPage } from "./moderation.server.ts";

export const loader = moderationPage.loader;
export const action = moderationPage.action;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.listing_reports_title(), isPrivate: true });
}

export default function ModerationPage({ loaderData }: Route.ComponentProps) {
  const { open, settled, conversations, objections, presses } = loaderData;
  const settleReport = presses["settle-listing-report"];
  return (
    <div className="mx-auto w-full max-w-form p-4 sm:p-8">
      <h1 className="text-page-title">{m.listing_reports_title()}</h1>
      <p className="muted mt-2">{m.listing_reports_text()}</p>
      {open.length === 0 ? (
        <EmptyState title={m.listing_reports_none_title()}>
          <p>{m.listing_reports_none_text()}</p>
        </EmptyState>
      ) : (
        <ul className="stack mt-6">
          {open.map((report) => (
            <ReportRow key={report.id} report={report} press={settleReport} />
          ))}
        </ul>
      )}
      <h2 className="mt-10 text-xl">{m.inquiry_reports_title()}</h2>
      {conversations.length === 0 ? (
        <p className="muted mt-2">{m.inquiry_reports_none()}</p>
      ) : (
        <ul className="stack mt-4">
          {conversations.map((reported) => (
            <ReportedConversation
              key={reported.id}
              reported={reported}
              press={presses["settle-inquiry-report"]}
            />
          ))}
        </ul>
      )}
      <h2 className="mt-10 text-xl">{m.staff_change_objections_title()}</h2>
      {objections.length === 0 ? (
        <p className="muted mt-2">{m.staff_change_objections_none()}</p>
      ) : (
        <ul className="stack mt-4">
          {objections.map((objection) => (
            <Objection
              key={objection.id}
              objection={objection}
              press={presses["settle-objection"]}
            />
          ))}
        </ul>
      )}
      {settled.length > 0 && (
        <>
          <h2 className="mt-10 text-xl">{m.listing_reports_settled_title()}</h2>
          <ul className="stack mt-4">
            {settled.map((report) => (
              <ReportRow key={report.id} report={report} press={settleReport} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The command that settles it; null for a viewer who may only read. */
type Settled = { press: PressName | null };

/** The messages between two members, which staff see because one of the two reported them. */
function ReportedConversation({ reported, press }: { reported: ReportedInquiry } & Settled) {
  const locale = getLocale();
  const { id, car, listingId, dealReference, reporterName, reportedAt, messages } = reported;
  const title = formatCarName(car);
  return (
    <li className="card p-6">
      <b>
        {listingId && <Link to={paths.listing(listingId)}>{title}</Link>}
        {dealReference && <Link to={paths.deal(dealReference)}>{title}</Link>}
      </b>
      <ul className="mt-3 grid gap-2">
        {messages.map((message) => (
          <li key={message.id} className="wrap-anywhere">
            <b>{message.byName}</b>{" "}
            <span className="small muted">{formatDateTime(message.at, locale)}</span>
            <br />
            <span className="whitespace-pre-line">{message.text}</span>
          </li>
        ))}
      </ul>
      <p className="small muted mt-3">
        {m.inquiry_reports_by({ name: reporterName, time: formatDateTime(reportedAt, locale) })}
      </p>
      <CommandForm press={press} fields={{ id }} className="mt-4">
        <Button type="submit" variant="ghost" size="sm">
          {m.listing_reports_settle()}
        </Button>
      </CommandForm>
    </li>
  );
}

type ShownObjection = Omit<ListedObjection, "changes"> & { lines: ChangeLine[] };

/** What an owner objects to in a change that staff made to something of theirs. */
function Objection({ objection, press }: { objection: ShownObjection } & Settled) {
  const locale = getLocale();
  const { id, thingKind, thingId, thingName, lines, at, objectedAt } = objection;
  return (
    <li className="card p-6">
      <b className="wrap-anywhere">
        {thingKind === "listing" ? (
          <Link to={paths.sellerListing(thingId)}>{thingName}</Link>
        ) : thingKind === "lead" ? (
          <Link to={paths.lead(thingId)}>{thingName}</Link>
        ) : (
          thingName
        )}
      </b>
      <p className="small muted mt-2">
        {m.staff_change_when({ time: formatDateTime(at, locale) })}
      </p>
      <ChangeList lines={lines} />
      {objection.reason && (
        <p className="small mt-2 wrap-anywhere">
          {m.staff_change_reason({ reason: objection.reason })}
        </p>
      )}
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{objection.objection}</p>
      {objectedAt && (
        <p className="small muted mt-2">
          {m.staff_change_objected({ time: formatDateTime(objectedAt, locale) })}
        </p>
      )}
      <CommandForm press={press} fields={{ id }} className="mt-4">
        <Button type="submit" variant="ghost" size="sm">
          {m.listing_reports_settle()}
        </Button>
      </CommandForm>
    </li>
  );
}

const REASONS: Readonly<Record<ReportReason, () => string>> = {
  fraud: m.listing_report_reason_option_fraud,
  wrong_facts: m.listing_report_reason_option_wrong_facts,
  already_sold: m.listing_report_reason_option_already_sold,
  offensive: m.listing_report_reason_option_offensive,
  other: m.listing_report_reason_option_other,
};

function ReportRow({ report, press }: { report: ListedReport } & Settled) {
  const locale = getLocale();
  const time = formatDateTime(report.reportedAt, locale);
  return (
    <li className="card p-6">
      <p className="flex items-center flex-wrap gap-3">
        <b>
          <Link to={paths.listing(report.listing.id)}>{formatCarName(report.listing)}</Link>
        </b>
        <span className="small font-semibold">{REASONS[report.reason]()}</span>
      </p>
      {report.details && (
        <p className="mt-3 whitespace-pre-line" lang={languageTag[report.locale]}>
          {report.details}
        </p>
      )}
      <p className="small muted mt-3">
        {report.reporterName
          ? m.listing_reports_by({ time, name: report.reporterName })
          : m.listing_reports_by_visitor({ time })}
        <br />
        {m.listing_reports_seller(report.seller)}
      </p>
      {report.settledAt ? (
        <p className="small mt-2">
          {m.listing_reports_settled({
            time: formatDateTime(report.settledAt, locale),
            name: report.settlerName ?? "–",
          })}
        </p>
      ) : (
        <CommandForm press={press} fields={{ id: report.id }} className="mt-4">
          <Button type="submit" variant="ghost" size="sm">
            {m.listing_reports_settle()}
          </Button>
        </CommandForm>
      )}
    </li>
  );
}
