CREATE TABLE "job_run" (
	"name" text PRIMARY KEY NOT NULL,
	"every_minutes" integer NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"has_failed" boolean DEFAULT false NOT NULL
);
