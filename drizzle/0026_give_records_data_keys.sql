CREATE TABLE "data_key" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_table" text NOT NULL,
	"record_id" uuid NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_key_owner_record" UNIQUE("owner_table","record_id")
);
