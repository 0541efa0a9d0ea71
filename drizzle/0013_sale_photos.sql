CREATE TABLE "sale_photo" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"submission_id" uuid NOT NULL,
	"key" text NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sale_photo_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE INDEX "sale_photo_submission" ON "sale_photo" USING btree ("submission_id","id");