-- Pages that are the same for everybody are kept (src/server/shared-pages.ts) until something that
-- they show changes: every process of the site hears it when the change is committed.
CREATE FUNCTION tell_pages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('pages_changed', '');
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER pages_show_listing AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "listing"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();--> statement-breakpoint
CREATE TRIGGER pages_show_listing_photo AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "listing_photo"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();--> statement-breakpoint
CREATE TRIGGER pages_show_listing_search AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "listing_search"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();--> statement-breakpoint
CREATE TRIGGER pages_show_user AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "user"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();--> statement-breakpoint
CREATE TRIGGER pages_show_dealership AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "dealership"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();--> statement-breakpoint
CREATE TRIGGER pages_show_seller_verification AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "seller_verification"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();--> statement-breakpoint
CREATE TRIGGER pages_show_review AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "review"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();
