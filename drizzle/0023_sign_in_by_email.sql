CREATE TABLE "email_sign_in" (
	"id" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"new_name" text,
	"code_hash" text,
	"link_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_sign_in_browser_hash_unique" UNIQUE("browser_hash"),
	CONSTRAINT "email_sign_in_locale_code" CHECK ("email_sign_in"."locale" in ('en', 'fr'))
);
--> statement-breakpoint
CREATE INDEX "email_sign_in_expires" ON "email_sign_in" USING btree ("expires_at");