CREATE TABLE "review_request" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid NOT NULL,
	"email_mac" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_request_lead_id_unique" UNIQUE("lead_id"),
	CONSTRAINT "review_request_email_mac_unique" UNIQUE("email_mac")
);
--> statement-breakpoint
ALTER TABLE "review" ALTER COLUMN "published_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "review" ALTER COLUMN "published_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "state" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ALTER COLUMN "state" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "written_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "review" SET "written_at" = "published_at";--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "decided_by_user_id" text;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "replied_by_user_id" text;--> statement-breakpoint
ALTER TABLE "review_request" ADD CONSTRAINT "review_request_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_request_id_review_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."review_request"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_decided_by_user_id_user_id_fk" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_replied_by_user_id_user_id_fk" FOREIGN KEY ("replied_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_request_id_unique" UNIQUE("request_id");--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_state_code" CHECK ("review"."state" in ('waiting', 'published', 'declined'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION review_words_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.author, NEW.place, NEW.locale, NEW.stars, NEW.text, NEW.is_demo, NEW.written_at)
    IS DISTINCT FROM
    (OLD.author, OLD.place, OLD.locale, OLD.stars, OLD.text, OLD.is_demo, OLD.written_at) THEN
    RAISE EXCEPTION 'The words of a review are never changed.';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER review_words_stay BEFORE UPDATE ON "review" FOR EACH ROW EXECUTE FUNCTION review_words_stay();
