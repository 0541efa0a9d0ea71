import type { RoleObstacle } from "#domain/people/role-change.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { PressName } from "#pages/command/press.ts";
import { PageForm } from "#pages/form/page-form.tsx";
import { formatDate } from "#values/format.ts";
import type { PeopleView } from "./people.server.ts";

const OBSTACLES: Record<RoleObstacle, () => string> = {
  not_confirmed: m.people_not_confirmed,
  demo_account: m.people_demo_account,
  own_role: m.people_own_role,
};

/** Why an account's role cannot be changed. */
export function describeObstacle(code: RoleObstacle): string {
  return OBSTACLES[code]();
}

type RoleFormProps = {
  person: NonNullable<PeopleView["found"]>;
  /** Why there is no form. */
  obstacle: PeopleView["obstacle"];
  view: PeopleView["roleView"];
  press: PressName | null;
};

/** One account: its person, and a form for its role. */
export function RoleForm({ person, obstacle, view, press }: RoleFormProps) {
  const { id, name, email, roleName, isConfirmed, hasSecondFactor, createdAt } = person;
  return (
    <section className="card p-6" aria-labelledby="person">
      <h2 id="person" className="text-h3 wrap-anywhere">
        {name}
      </h2>
      <p className="muted wrap-anywhere">{email}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <span className="chip chip--info">{roleName}</span>
        <span className={`chip ${isConfirmed ? "chip--ok" : "chip--warn"}`}>
          {isConfirmed ? m.people_confirmed() : m.people_unconfirmed()}
        </span>
        <span className={`chip ${hasSecondFactor ? "chip--ok" : ""}`}>
          {hasSecondFactor ? m.people_second_factor_on() : m.people_second_factor_off()}
        </span>
      </p>
      <p className="small muted mt-2">
        {m.people_since({ date: formatDate(createdAt, getLocale()) })}
      </p>
      {obstacle && <p className="notice notice--plain mt-4">{describeObstacle(obstacle)}</p>}
      {view && press && (
        <>
          <PageForm
            view={view}
            press={press}
            hidden={{ userId: id }}
            submit={m.people_change_button()}
            variant="dark"
            className="mt-5"
          />
          <p className="small muted mt-4">{m.people_sessions_end()}</p>
        </>
      )}
    </section>
  );
}
