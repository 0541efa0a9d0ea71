import { Form, useNavigation } from "react-router";
import {
  GIVEN_ROLES,
  REASON_MAX_LENGTH,
  REASON_MIN_LENGTH,
  type RoleRefusal,
} from "#domain/people/role-change.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { SelectField, TextAreaField } from "#ui/field.tsx";
import { formatDate } from "#values/format.ts";
import type { Role } from "#values/role.ts";
import type { PeopleRefusal, PeopleView } from "./people.server.ts";

/** A member buys and sells with either of these two; the other one is not offered. */
const MEMBER: readonly Role[] = ["buyer", "seller"];

const ROLES: Record<Role, () => string> = {
  buyer: m.people_role_buyer,
  seller: m.people_role_seller,
  dealer: m.people_role_dealer,
  staff: m.people_role_staff,
  admin: m.people_role_admin,
};

export function roleWord(role: Role): string {
  return ROLES[role]();
}

const REFUSALS: Record<RoleRefusal, () => string> = {
  reason_missing: () => m.people_reason_missing({ count: REASON_MIN_LENGTH }),
  reason_too_long: () => m.people_reason_too_long({ count: REASON_MAX_LENGTH }),
  reason_holds_sin: () => m.forms_error_holds_sin({ name: m.people_reason() }),
  dealership_missing: m.people_dealership_missing,
  no_such_account: m.people_no_such_account,
  not_confirmed: m.people_not_confirmed,
  demo_account: m.people_demo_account,
  same_role: m.people_same_role,
  own_role: m.people_own_role,
  not_permitted: m.people_not_permitted,
};

function describeRefusal(code: RoleRefusal): string {
  return REFUSALS[code]();
}

/** The control that a refusal is about, where it is about one. */
const CONTROL_OF: Partial<Record<RoleRefusal, string>> = {
  reason_missing: "reason",
  reason_too_long: "reason",
  reason_holds_sin: "reason",
  dealership_missing: "dealershipId",
  same_role: "role",
};

type RoleFormProps = {
  person: NonNullable<PeopleView["found"]>;
  /** Why there is nothing to fill in. */
  obstacle: PeopleView["obstacle"];
  dealerships: PeopleView["dealerships"];
  refusal: PeopleRefusal | null;
};

/** One account: who it is, and the role that it has or is to have. */
export function RoleForm({ person, obstacle, dealerships, refusal }: RoleFormProps) {
  const { id, name, email, role, isConfirmed, hasSecondFactor, createdAt } = person;
  const isBusy = useNavigation().state === "submitting";
  const control = refusal && CONTROL_OF[refusal.code];
  const findError = (field: string) =>
    refusal && control === field ? describeRefusal(refusal.code) : undefined;
  const member = MEMBER.includes(role) ? role : "buyer";
  return (
    <section className="card p-6" aria-labelledby="person">
      <h2 id="person" className="text-[length:var(--fs-h3)] wrap-anywhere">
        {name}
      </h2>
      <p className="muted wrap-anywhere">{email}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <span className="chip chip--info">{roleWord(role)}</span>
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
      {obstacle ? (
        <p className="notice notice--plain mt-4">{describeRefusal(obstacle)}</p>
      ) : (
        <Form method="post" className="mt-5 grid gap-4" noValidate>
          <ErrorSummary
            errors={
              refusal && control ? [{ id: control, message: describeRefusal(refusal.code) }] : []
            }
          >
            {refusal && !control && <p>{describeRefusal(refusal.code)}</p>}
          </ErrorSummary>
          <input type="hidden" name="userId" value={id} />
          <SelectField
            name="role"
            label={m.people_role()}
            defaultValue={refusal?.typed.role ?? role}
            error={findError("role")}
          >
            {[member, ...GIVEN_ROLES].map((each) => (
              <option key={each} value={each}>
                {roleWord(each)}
              </option>
            ))}
          </SelectField>
          <SelectField
            name="dealershipId"
            label={m.people_dealership()}
            hint={m.people_dealership_hint()}
            optional
            defaultValue={refusal?.typed.dealershipId ?? person.dealershipId ?? ""}
            error={findError("dealershipId")}
          >
            <option value="">{m.people_dealership_none()}</option>
            {dealerships.map((dealership) => (
              <option key={dealership.id} value={dealership.id}>
                {dealership.name}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            name="reason"
            label={m.people_reason()}
            hint={m.people_reason_hint()}
            rows={3}
            maxLength={REASON_MAX_LENGTH}
            required
            defaultValue={refusal?.typed.reason}
            error={findError("reason")}
          />
          <div>
            <Button type="submit" look="dark" busy={isBusy}>
              {m.people_change_button()}
            </Button>
          </div>
          <p className="small muted">{m.people_sessions_end()}</p>
        </Form>
      )}
    </section>
  );
}
