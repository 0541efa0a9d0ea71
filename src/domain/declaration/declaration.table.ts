import { type AnyPgColumn, integer, smallint, text } from "drizzle-orm/pg-core";
import { checkCode } from "#platform/database/columns.ts";
import {
  ACCIDENTS,
  BRANDS,
  EARLIER_USES,
  KEY_FOBS,
  ODOMETER_READINGS,
  type OwnerCount,
  SERVICE_RECORDS,
  YES_NO,
} from "./declaration.ts";

/** What a listing's seller declared, one column per fact (`Declared`); null is not declared. */
export const declaredColumns = {
  brand: text("brand", { enum: BRANDS }),
  accidents: text("accidents", { enum: ACCIDENTS }),
  accidentAmountCad: integer("accident_amount_cad"),
  accidentDetails: text("accident_details"),
  lien: text("lien", { enum: YES_NO }),
  owners: smallint("owners").$type<OwnerCount>(),
  earlierUse: text("earlier_use", { enum: EARLIER_USES }),
  outOfProvince: text("out_of_province", { enum: YES_NO }),
  odometerReading: text("odometer_reading", { enum: ODOMETER_READINGS }),
  mechanicalIssues: text("mechanical_issues", { enum: YES_NO }),
  serviceRecords: text("service_records", { enum: SERVICE_RECORDS }),
  keyFobs: text("key_fobs", { enum: KEY_FOBS }),
  smoked: text("smoked", { enum: YES_NO }),
};

export function declaredChecks(table: Record<keyof typeof declaredColumns, AnyPgColumn>) {
  return [
    checkCode("listing_brand_code", table.brand, BRANDS),
    checkCode("listing_accidents_code", table.accidents, ACCIDENTS),
    checkCode("listing_lien_code", table.lien, YES_NO),
    checkCode("listing_earlier_use_code", table.earlierUse, EARLIER_USES),
    checkCode("listing_out_of_province_code", table.outOfProvince, YES_NO),
    checkCode("listing_odometer_reading_code", table.odometerReading, ODOMETER_READINGS),
    checkCode("listing_mechanical_issues_code", table.mechanicalIssues, YES_NO),
    checkCode("listing_service_records_code", table.serviceRecords, SERVICE_RECORDS),
    checkCode("listing_key_fobs_code", table.keyFobs, KEY_FOBS),
    checkCode("listing_smoked_code", table.smoked, YES_NO),
  ];
}
