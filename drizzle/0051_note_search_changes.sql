CREATE TABLE "search_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"listing_id" uuid
);
--> statement-breakpoint
CREATE INDEX "search_change_window" ON "search_change" USING btree ("xid","id");--> statement-breakpoint
-- What changes in the rows that are searched is noted in the writer's own transaction and told when it
-- is committed: the index in each process reads it (src/domain/search-index/follow-changes.server.ts).
CREATE FUNCTION note_search_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_change (listing_id) SELECT DISTINCT listing_id FROM changed;
  IF FOUND THEN
    PERFORM pg_notify('search_changed', '');
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION note_search_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_change (listing_id) VALUES (NULL);
  PERFORM pg_notify('search_changed', '');
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER note_search_insert AFTER INSERT ON "listing_search"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_change();--> statement-breakpoint
CREATE TRIGGER note_search_update AFTER UPDATE ON "listing_search"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_change();--> statement-breakpoint
CREATE TRIGGER note_search_delete AFTER DELETE ON "listing_search"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_change();--> statement-breakpoint
CREATE TRIGGER note_search_truncate AFTER TRUNCATE ON "listing_search"
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_emptied();
