CREATE TABLE "forgotten_budget" (
	"submission_id" uuid PRIMARY KEY NOT NULL,
	"forgotten_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "forgotten_budget" ADD CONSTRAINT "forgotten_budget_submission_id_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submission"("id") ON DELETE cascade ON UPDATE no action;