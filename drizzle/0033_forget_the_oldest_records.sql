ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_thing_kind_code";--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'sealed_answer_revealed', 'document_viewed', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'key_added', 'keys_rotated', 'keys_forgotten'));--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_thing_kind_code" CHECK ("audit_record"."thing_kind" in ('account', 'lead', 'page', 'sealed_value', 'key', 'record'));--> statement-breakpoint
-- The oldest records may go once their years are over (src/values/retention.ts, AUDIT_YEARS), and only
-- up to the one that a later record names: npm run audit:verify begins behind it.
DROP TRIGGER "audit_record_append_only" ON "audit_record";--> statement-breakpoint
CREATE TRIGGER "audit_record_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_record"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
CREATE FUNCTION "refuse_audit_deletion"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM gone
    WHERE gone.at >= now() - interval '7 years' OR gone.position > (
      SELECT coalesce(max(split_part(thing_id, ':', 1)::bigint), 0)
      FROM public.audit_record WHERE action = 'records_forgotten' AND thing_id ~ '^\d{1,15}:'
    )
  ) THEN
    RAISE EXCEPTION 'audit_record is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_record_kept" AFTER DELETE ON "audit_record"
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_deletion"();--> statement-breakpoint
-- The site's role holds no right to delete. It asks the owner for it, who may.
GRANT DELETE ON "audit_record" TO CURRENT_USER;--> statement-breakpoint
CREATE FUNCTION "forget_audit_records"(last bigint) RETURNS bigint LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public AS $$
  WITH forgotten AS (DELETE FROM public.audit_record WHERE position <= last RETURNING position)
  SELECT count(*) FROM forgotten
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "forget_audit_records"(bigint) FROM PUBLIC;
