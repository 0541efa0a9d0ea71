CREATE TABLE "form_progress" (
	"day" date NOT NULL,
	"form_name" text NOT NULL,
	"point" text NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "form_progress_day_form_name_point_pk" PRIMARY KEY("day","form_name","point")
);
--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "steps_done" integer DEFAULT 0 NOT NULL;