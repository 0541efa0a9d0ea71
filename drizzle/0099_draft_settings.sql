CREATE TABLE "setting_draft" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"drafted_at" timestamp with time zone NOT NULL,
	"by_account_id" text NOT NULL
);
