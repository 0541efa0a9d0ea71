ALTER TABLE "one_time_link" DROP CONSTRAINT "one_time_link_purpose_code";--> statement-breakpoint
ALTER TABLE "one_time_link" ADD COLUMN "session_id" text;--> statement-breakpoint
ALTER TABLE "one_time_link" ADD CONSTRAINT "one_time_link_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_link_session" ON "one_time_link" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "one_time_link" ADD CONSTRAINT "one_time_link_purpose_code" CHECK ("one_time_link"."purpose" in ('confirm_email', 'reset_password', 'change_email', 'cancel_email_change'));