ALTER TABLE "sale_photo" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sale_photo" ADD COLUMN "removed_at" timestamp with time zone;