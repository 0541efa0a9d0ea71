import {
  boolean,
  doublePrecision,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
  index,
} from "drizzle-orm/pg-core";
import { checkCode, checkCodes, rowId } from "#platform/database/columns.ts";
import { DEALERSHIP_ROLES } from "#values/dealership-role.ts";
import type { E164 } from "#values/phone.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { PROVINCES } from "#values/province.ts";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";

/**
 * A dealership that takes leads: its location, the area that it serves, what it takes and where to
 * deliver.
 */
export const dealershipTable = pgTable(
  "dealership",
  {
    id: rowId(),
    name: text("name").notNull().unique(),
    /**
     * The number of its licence or registration, which its province's regulator gives
     * (licensor.ts).
     */
    licenceNumber: text("licence_number"),
    /** The address at which its CRM receives leads; ADF e-mail is sent to it. */
    leadEmail: text("lead_email").notNull(),
    phone: text("phone").$type<E164>().notNull(),
    streetAddress: text("street_address").notNull(),
    city: text("city").notNull(),
    provinceCode: text("province_code", { enum: PROVINCES }).notNull(),
    postalCode: text("postal_code").notNull(),
    lat: doublePrecision("lat").notNull(),
    lon: doublePrecision("lon").notNull(),
    /** The provinces whose applicants it serves; at least its own. */
    servedProvinces: text("served_provinces", { enum: PROVINCES }).array().notNull(),
    /** The radius of the area that it serves, in kilometres. */
    servedRadiusKm: integer("served_radius_km").notNull(),
    takesLeadKinds: text("takes_lead_kinds", { enum: LEAD_KINDS }).array().notNull(),
    active: boolean("active").notNull().default(true),
    isDemo: boolean("is_demo").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    checkCode("dealership_province_code", table.provinceCode, PROVINCES),
    checkCodes("dealership_served_provinces_code", table.servedProvinces, PROVINCES),
    checkCodes("dealership_takes_lead_kinds_code", table.takesLeadKinds, LEAD_KINDS),
  ],
);

/** References the dealership that a row belongs to. */
export const dealershipId = () =>
  uuid("dealership_id")
    .notNull()
    .references(() => dealershipTable.id);

/** The members of dealerships. Nobody is a member of two. */
export const dealershipMemberTable = pgTable(
  "dealership_member",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => userTable.id, { onDelete: "cascade" }),
    dealershipId: uuid("dealership_id")
      .notNull()
      .references(() => dealershipTable.id, { onDelete: "cascade" }),
    role: text("role", { enum: DEALERSHIP_ROLES }).notNull().default("manager"),
    joinedAt: timestamp("joined_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("dealership_member_dealership").on(table.dealershipId),
    checkCode("dealership_member_role_code", table.role, DEALERSHIP_ROLES),
  ],
);

/**
 * An invitation to become a member of a dealership: one link, for one person, until it expires. Only
 * the hash of its token is stored.
 */
export const teamInvitationTable = pgTable(
  "team_invitation",
  {
    id: rowId(),
    dealershipId: dealershipId(),
    tokenHash: text("token_hash").notNull().unique(),
    role: text("role", { enum: DEALERSHIP_ROLES }).notNull(),
    /** Whom it is for, in the words of who invites; the list of open invitations shows it. */
    name: text("name").notNull(),
    byUserId: byUserId(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    usedAt: timestamp("used_at", { withTimezone: true }),
    usedByUserId: text("used_by_user_id").references(() => userTable.id, { onDelete: "set null" }),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
  },
  (table) => [
    index("team_invitation_dealership").on(table.dealershipId, table.createdAt),
    checkCode("team_invitation_role_code", table.role, DEALERSHIP_ROLES),
  ],
);
