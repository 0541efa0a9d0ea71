ALTER TABLE "listing" ADD COLUMN "is_all_in_price" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "stock_number" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "is_own_car" boolean DEFAULT false NOT NULL;