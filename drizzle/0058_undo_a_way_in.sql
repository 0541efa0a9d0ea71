ALTER TABLE "one_time_link" DROP CONSTRAINT "one_time_link_purpose_code";--> statement-breakpoint
ALTER TABLE "one_time_link" ADD COLUMN "subject" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "browser_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_link" ADD CONSTRAINT "one_time_link_purpose_code" CHECK ("one_time_link"."purpose" in ('confirm_email', 'reset_password', 'change_email', 'cancel_email_change', 'enrol_factor', 'undo_way_in'));