CREATE TABLE "push_browser" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" text NOT NULL,
	"browser_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_browser_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "notice_preference" DROP CONSTRAINT "notice_preference_new_lead_code";--> statement-breakpoint
ALTER TABLE "notice_preference" DROP CONSTRAINT "notice_preference_answer_code";--> statement-breakpoint
ALTER TABLE "notice_preference" DROP CONSTRAINT "notice_preference_delivery_failed_code";--> statement-breakpoint
ALTER TABLE "notice_preference" DROP CONSTRAINT "notice_preference_overdue_code";--> statement-breakpoint
ALTER TABLE "message" DROP CONSTRAINT "message_channel_code";--> statement-breakpoint
CREATE INDEX "push_browser_user" ON "push_browser" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_browser_browser" ON "push_browser" USING btree ("browser_hash");--> statement-breakpoint
ALTER TABLE "notice_preference" ADD CONSTRAINT "notice_preference_new_lead_code" CHECK ("notice_preference"."new_lead" in ('mail', 'sms', 'push', 'none'));--> statement-breakpoint
ALTER TABLE "notice_preference" ADD CONSTRAINT "notice_preference_answer_code" CHECK ("notice_preference"."answer" in ('mail', 'sms', 'push', 'none'));--> statement-breakpoint
ALTER TABLE "notice_preference" ADD CONSTRAINT "notice_preference_delivery_failed_code" CHECK ("notice_preference"."delivery_failed" in ('mail', 'sms', 'push', 'none'));--> statement-breakpoint
ALTER TABLE "notice_preference" ADD CONSTRAINT "notice_preference_overdue_code" CHECK ("notice_preference"."overdue" in ('mail', 'sms', 'push', 'none'));--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_channel_code" CHECK ("message"."channel" in ('email', 'sms', 'push', 'adf_email', 'spreadsheet'));