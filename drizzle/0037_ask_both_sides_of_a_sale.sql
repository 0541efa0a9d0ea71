ALTER TABLE "review_request" ALTER COLUMN "lead_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "review_request" ADD COLUMN "listing_id" uuid;--> statement-breakpoint
ALTER TABLE "review_request" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "review_request" ADD CONSTRAINT "review_request_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_request" ADD CONSTRAINT "review_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_request_listing" ON "review_request" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "review_request_user" ON "review_request" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "review_request" ADD CONSTRAINT "review_request_deal" CHECK (num_nonnulls("review_request"."lead_id", "review_request"."listing_id") = 1 and ("review_request"."listing_id" is null) = ("review_request"."user_id" is null));