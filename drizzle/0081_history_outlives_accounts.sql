ALTER TABLE "document_request" DROP CONSTRAINT "document_request_requested_by_user_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_by_user_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "lead" DROP CONSTRAINT "lead_assigned_to_user_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "sealed_view" DROP CONSTRAINT "sealed_view_given_by_user_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "document_request" ALTER COLUMN "requested_by_user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sealed_view" ALTER COLUMN "given_by_user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "document_request" ADD CONSTRAINT "document_request_requested_by_user_id_user_id_fk" FOREIGN KEY ("requested_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_assigned_to_user_id_user_id_fk" FOREIGN KEY ("assigned_to_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sealed_view" ADD CONSTRAINT "sealed_view_given_by_user_id_user_id_fk" FOREIGN KEY ("given_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;