import { isRouteErrorResponse, Outlet, Form } from "react-router";
import type { Route } from "./+types/staff-layout.page.ts";
import { may } from "#domain/identity/permission.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { formatNumber } from "#values/format.ts";
import { countNewLeads } from "#domain/lead/lead-queries.server.ts";
import { countOpenPrivacyRequests } from "#domain/privacy-request/staff-requests.server.ts";
import { countMessages } from "#domain/notification/messages.server.ts";
import { ErrorPage, speakableText } from "#pages/public/layout/error-page.tsx";
import { requirePermission } from "#pages/session/guards.server.ts";
import { viewStaffMenu } from "./staff-menu.server.ts";
import { ICONS } from "./staff-icons.ts";
import { paths } from "#site/paths.ts";
import { DeskRail, DeskTopBar } from "#pages/session/desk-nav.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { Logo } from "#ui/logo.tsx";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./staff.css?url";
import { CHANGE_PERMISSIONS } from "#values/role.ts";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requirePermission(args, "seeLeads");
  const [newLeads, { dead = 0 }, privacyRequests] = await Promise.all([
    countNewLeads(),
    countMessages(["dead"]),
    countOpenPrivacyRequests(),
  ]);
  const words = (count: number) => (count > 0 ? formatNumber(count, visitor.locale) : null);
  return {
    person: { name: user.name, email: user.email },
    mayChange: CHANGE_PERMISSIONS.some(
      (permission) => may(user, permission) && !may({ role: "buyer" }, permission),
    ),
    menu: viewStaffMenu(user, {
      newLeads: words(newLeads),
      deadMessages: words(dead),
      privacyRequests: words(privacyRequests),
    }),
  };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: formatTitle(args), isPrivate: true });

function formatTitle({ error, loaderData }: Route.MetaArgs): string {
  if (!error) return m.staff_leads_title();
  return loaderData ? m.staff_administrators_title() : m.staff_not_permitted_title();
}

/**
 * Customers' data must be in no cache: not in the browser's after signing out, not in a proxy's.
 */
export function headers() {
  return { "cache-control": "no-store" };
}

/** The layout of the back office. It has no chat button, which would cover the notes. */
export default function StaffLayoutPage({ loaderData }: Route.ComponentProps) {
  const { person, menu } = loaderData;
  const nav = { person, menu, icons: ICONS, label: m.staff_nav_label() };
  return (
    <div className="desk-app print:block">
      <a className="skip-link print:hidden" href="#staff-main">
        {m.staff_skip()}
      </a>
      <DeskRail {...nav} />
      <div className="desk-pane print:bg-transparent print:p-0">
        <DeskTopBar {...nav} />
        <main id="staff-main" tabIndex={-1}>
          {!loaderData.mayChange && (
            <p className="notice notice--plain mx-4 mt-4 sm:mx-8 print:hidden">
              {m.staff_reads_only()}
            </p>
          )}
          <Outlet />
        </main>
      </div>
    </div>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  // If the layout's loader succeeded, one of its pages refused the person.
  if (isRouteErrorResponse(error) && error.status === 403)
    return <NotPermitted isStaff={loaderData !== undefined} />;
  return (
    <main id="main">
      <ErrorPage text={speakableText(error)} />
    </main>
  );
}

/** For a member who is not staff, and for staff on a page of administrators only. */
export function NotPermitted({ isStaff = false }: { isStaff?: boolean }) {
  return (
    <div className="desk-pane grid min-h-dvh content-start gap-6">
      <Logo />
      <main className="card">
        <div className="empty-state">
          <h1>{isStaff ? m.staff_administrators_title() : m.staff_not_permitted_title()}</h1>
          <p>{isStaff ? m.staff_administrators_text() : m.staff_not_permitted_text()}</p>
          <Form method="post" action={hrefIn(paths.signOut())} reloadDocument>
            <input type="hidden" name="returnTo" value={paths.signIn()} />
            <button className="button">{m.staff_sign_in_as_other()}</button>
          </Form>
          {isStaff && <Link to={paths.staffAccess()}>{m.access_ask_title()}</Link>}
          {isStaff ? (
            <Link className="button button--ghost" to={paths.leads()}>
              {m.staff_all_leads()}
            </Link>
          ) : (
            <Link className="button button--ghost" to={paths.home()}>
              {m.staff_to_site()}
            </Link>
          )}
        </div>
      </main>
    </div>
  );
}
