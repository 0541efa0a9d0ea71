CREATE TABLE "draft_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"token_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "draft_link_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "phone_verification" DROP CONSTRAINT "phone_verification_purpose_code";--> statement-breakpoint
CREATE INDEX "draft_link_draft" ON "draft_link" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "draft_link_email" ON "draft_link" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "draft_link_expires" ON "draft_link" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "phone_verification" ADD CONSTRAINT "phone_verification_purpose_code" CHECK ("phone_verification"."purpose" in ('pre_approval', 'sell_car', 'credit_application', 'account', 'saved_form'));