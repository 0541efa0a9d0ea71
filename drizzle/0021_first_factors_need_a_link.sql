ALTER TABLE "one_time_link" DROP CONSTRAINT "one_time_link_purpose_code";--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "enrolment_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "one_time_link" ADD CONSTRAINT "one_time_link_purpose_code" CHECK ("one_time_link"."purpose" in ('confirm_email', 'reset_password', 'change_email', 'cancel_email_change', 'enrol_factor'));