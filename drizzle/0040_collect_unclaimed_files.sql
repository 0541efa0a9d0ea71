CREATE TABLE "unclaimed_file" (
	"key" text PRIMARY KEY NOT NULL,
	"noted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unclaimed_file_noted" ON "unclaimed_file" USING btree ("noted_at");