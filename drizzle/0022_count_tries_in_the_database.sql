CREATE TABLE "rate_limit" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_limit_ends" ON "rate_limit" USING btree ("ends_at");
--> statement-breakpoint
ALTER TABLE "rate_limit" SET UNLOGGED;
