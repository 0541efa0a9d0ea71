-- A record of a time still to come was written by a clock that was wrong: it keeps nothing behind it,
-- and may go with a record behind it whose years are over.
CREATE OR REPLACE FUNCTION "refuse_audit_deletion"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM gone
    WHERE (gone.at >= now() - interval '7 years' AND (gone.at <= now() OR gone.position > (
      SELECT coalesce(max(expired.position), 0) FROM gone AS expired WHERE expired.at < now() - interval '7 years'
    ))) OR gone.position > (
      SELECT coalesce(max(split_part(thing_id, ':', 1)::bigint), 0)
      FROM public.audit_record WHERE action = 'records_forgotten' AND thing_id ~ '^\d{1,15}:'
    )
  ) THEN
    RAISE EXCEPTION 'audit_record is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
