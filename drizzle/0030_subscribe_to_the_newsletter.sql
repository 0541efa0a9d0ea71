CREATE TABLE "newsletter_issue" (
	"post_id" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscription" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"consent_text" text NOT NULL,
	"consent_sha256" text NOT NULL,
	"consent_version" integer NOT NULL,
	"channel" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirm_hash" text,
	"confirmed_at" timestamp with time zone,
	"unsubscribe_token" text NOT NULL,
	"unsubscribed_at" timestamp with time zone,
	"unsubscribed_by" text,
	CONSTRAINT "newsletter_subscription_locale_code" CHECK ("newsletter_subscription"."locale" in ('en', 'fr')),
	CONSTRAINT "newsletter_subscription_way_code" CHECK ("newsletter_subscription"."unsubscribed_by" in ('page', 'one_click'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscription_open" ON "newsletter_subscription" USING btree ("email") WHERE "newsletter_subscription"."unsubscribed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscription_token" ON "newsletter_subscription" USING btree ("unsubscribe_token");--> statement-breakpoint
CREATE INDEX "newsletter_subscription_confirm" ON "newsletter_subscription" USING btree ("confirm_hash");