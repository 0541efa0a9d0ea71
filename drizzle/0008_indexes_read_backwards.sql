DROP INDEX "lead_received";--> statement-breakpoint
DROP INDEX "lead_status_received";--> statement-breakpoint
DROP INDEX "seller_verification_user";--> statement-breakpoint
DROP INDEX "outbox_message_created";--> statement-breakpoint
DROP INDEX "bid_listing_price";--> statement-breakpoint
DROP INDEX "listing_report_open";--> statement-breakpoint
DROP INDEX "listing_live_body_posted";--> statement-breakpoint
DROP INDEX "listing_live_posted";--> statement-breakpoint
CREATE INDEX "lead_received" ON "lead" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "lead_status_received" ON "lead" USING btree ("status","received_at","id");--> statement-breakpoint
CREATE INDEX "seller_verification_user" ON "seller_verification" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "outbox_message_created" ON "outbox_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bid_listing_price" ON "bid" USING btree ("listing_id","price_cad");--> statement-breakpoint
CREATE INDEX "listing_report_open" ON "listing_report" USING btree ("settled_at","reported_at");--> statement-breakpoint
CREATE INDEX "listing_live_body_posted" ON "listing" USING btree ("state","body_type","posted_at");--> statement-breakpoint
CREATE INDEX "listing_live_posted" ON "listing" USING btree ("state","posted_at","id");