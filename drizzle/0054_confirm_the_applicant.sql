ALTER TABLE "co_applicant" ALTER COLUMN "invited_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "co_applicant" ADD COLUMN "applicant_confirmed_at" timestamp with time zone;