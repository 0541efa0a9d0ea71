CREATE TABLE "stock_feed_car" (
	"feed_id" uuid NOT NULL,
	"key" text NOT NULL,
	"listing_id" uuid NOT NULL,
	"gone_at" timestamp with time zone,
	CONSTRAINT "stock_feed_car_feed_id_key_pk" PRIMARY KEY("feed_id","key"),
	CONSTRAINT "stock_feed_car_listing_id_unique" UNIQUE("listing_id")
);
--> statement-breakpoint
CREATE TABLE "stock_feed" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"dealership_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"is_mapped" boolean DEFAULT false NOT NULL,
	"file_name" text,
	"file" "bytea",
	"by_user_id" text,
	"uploaded_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"applied_counts" jsonb,
	CONSTRAINT "stock_feed_name" UNIQUE("dealership_id","name")
);
--> statement-breakpoint
ALTER TABLE "stock_feed_car" ADD CONSTRAINT "stock_feed_car_feed_id_stock_feed_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."stock_feed"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_feed_car" ADD CONSTRAINT "stock_feed_car_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_feed" ADD CONSTRAINT "stock_feed_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_feed" ADD CONSTRAINT "stock_feed_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;