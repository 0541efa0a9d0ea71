import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/retention.page.ts";
import { loadRetention } from "./retention.server.ts";

export function loader(args: Route.LoaderArgs) {
  return loadRetention(args);
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.retention_title(), isPrivate: true });

/** How long each kind of data is retained, and how much the next run of the job deletes. */
export default function RetentionPage({ loaderData: { next, rows } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <Link className="small" to={paths.staffSystem()}>
          {m.system_title()}
        </Link>
        <h1 className="mt-2 text-page-title">{m.retention_title()}</h1>
        <p className="muted mt-2">{m.retention_text()}</p>
        <p className="mt-2">{next}</p>
      </div>
      <section className="card p-3 sm:p-6" aria-labelledby="periods">
        <h2 id="periods" className="sr-only">
          {m.retention_title()}
        </h2>
        <table className="w-full text-left">
          <thead>
            <tr>
              <th scope="col" className="px-2 py-2">
                {m.retention_head_what()}
              </th>
              <th scope="col" className="px-2 py-2">
                {m.retention_head_when()}
              </th>
              <th scope="col" className="px-2 py-2 text-right">
                {m.retention_head_count()}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {rows.map(({ kind, what, when, count }) => (
              <tr key={kind} className="align-top">
                <th scope="row" className="px-2 py-3 font-bold">
                  {what}
                </th>
                <td className="px-2 py-3">{when}</td>
                <td className="figures px-2 py-3 text-right">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
