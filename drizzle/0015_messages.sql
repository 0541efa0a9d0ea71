CREATE TABLE "message_attempt" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"message_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"detail" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_attempt_outcome_code" CHECK ("message_attempt"."outcome" in ('sent', 'temporary', 'permanent', 'not_configured', 'interrupted'))
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"event" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"locale" text NOT NULL,
	"sealed_params" "bytea",
	"lead_id" uuid,
	"dealership_id" uuid,
	"user_id" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"handed_over_at" timestamp with time zone,
	"last_error" text,
	"provider_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "message_key_unique" UNIQUE("key"),
	CONSTRAINT "message_channel_code" CHECK ("message"."channel" in ('email', 'sms', 'adf_email', 'spreadsheet')),
	CONSTRAINT "message_locale_code" CHECK ("message"."locale" in ('en', 'fr')),
	CONSTRAINT "message_state_code" CHECK ("message"."state" in ('waiting', 'failed', 'sent', 'dead', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "message_attempt" ADD CONSTRAINT "message_attempt_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_attempt_message" ON "message_attempt" USING btree ("message_id","at");--> statement-breakpoint
CREATE INDEX "message_due" ON "message" USING btree ("next_attempt_at") WHERE "message"."state" in ('waiting', 'failed');--> statement-breakpoint
CREATE INDEX "message_state" ON "message" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "message_lead" ON "message" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "message_user" ON "message" USING btree ("user_id");