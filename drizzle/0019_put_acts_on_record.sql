CREATE TABLE "audit_record" (
	"position" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"account_id" text,
	"action" text NOT NULL,
	"thing_kind" text,
	"thing_id" text,
	"address_block" text,
	"outcome" text NOT NULL,
	"mac" text NOT NULL,
	CONSTRAINT "audit_record_actor_kind_code" CHECK ("audit_record"."actor_kind" in ('visitor', 'buyer', 'seller', 'dealer', 'staff', 'admin', 'operator', 'site')),
	CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'role_given', 'data_exported', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'records_read', 'key_added', 'keys_rotated', 'keys_forgotten')),
	CONSTRAINT "audit_record_thing_kind_code" CHECK ("audit_record"."thing_kind" in ('account', 'lead', 'page', 'sealed_value', 'key')),
	CONSTRAINT "audit_record_outcome_code" CHECK ("audit_record"."outcome" in ('done', 'failed', 'refused'))
);
--> statement-breakpoint
CREATE INDEX "audit_record_account" ON "audit_record" USING btree ("account_id","position");--> statement-breakpoint
CREATE INDEX "audit_record_thing" ON "audit_record" USING btree ("thing_id","thing_kind","position");--> statement-breakpoint
CREATE INDEX "audit_record_action" ON "audit_record" USING btree ("action","position");--> statement-breakpoint
CREATE INDEX "audit_record_at" ON "audit_record" USING btree ("at");--> statement-breakpoint
-- Nobody changes the record, not even by mistake: neither the role that the site connects as …
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_record" FROM PUBLIC, CURRENT_USER;--> statement-breakpoint
-- … nor, through the site's connection, a role that may do everything.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_record is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_record_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_record"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
