ALTER TABLE "email_sign_in" ADD COLUMN "return_to" text DEFAULT '/' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_sign_in" ADD COLUMN "proved_at" timestamp with time zone;