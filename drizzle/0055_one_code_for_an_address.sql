-- Codes are good for fifteen minutes: whoever waits for one asks again.
DELETE FROM "email_sign_in";--> statement-breakpoint
ALTER TABLE "email_sign_in" ADD COLUMN "secret_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "email_sign_in" ADD COLUMN "secret_made_at" timestamp with time zone NOT NULL;--> statement-breakpoint
CREATE INDEX "email_sign_in_email" ON "email_sign_in" USING btree ("email");--> statement-breakpoint
ALTER TABLE "email_sign_in" DROP COLUMN "code_hash";--> statement-breakpoint
ALTER TABLE "email_sign_in" DROP COLUMN "link_hash";