CREATE TABLE "listing_search" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"posted_at" timestamp with time zone NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"price_cad" integer NOT NULL,
	"odometer_km" integer NOT NULL,
	"bid_count" integer DEFAULT 0 NOT NULL,
	"city_id" integer NOT NULL,
	"status" smallint NOT NULL,
	"make_id" smallint NOT NULL,
	"model_id" smallint NOT NULL,
	"year" smallint NOT NULL,
	"body_type" smallint NOT NULL,
	"colour" smallint NOT NULL,
	"province" smallint NOT NULL,
	"fuel" smallint NOT NULL,
	"transmission" smallint NOT NULL,
	"drive" smallint NOT NULL,
	"condition" smallint NOT NULL,
	"seller" smallint NOT NULL,
	"model_body" integer GENERATED ALWAYS AS (model_id::integer * 8 + body_type) STORED NOT NULL,
	"year_price" smallint GENERATED ALWAYS AS (least(greatest(year - 1925, 0), 127) * 64 + least(greatest(price_cad, 0) / 2500, 40)) STORED NOT NULL,
	"km_driveline" smallint GENERATED ALWAYS AS (least((greatest(odometer_km, 0)::bigint + 9999) / 10000, 31) * 32 + fuel * 4 + transmission) STORED NOT NULL,
	"look" smallint GENERATED ALWAYS AS (colour * 1024 + province * 64 + drive * 8 + seller * 4 + condition) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listing_text" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_city" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_city_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"province" smallint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "search_city_province_name" UNIQUE("province","name")
);
--> statement-breakpoint
CREATE TABLE "search_make" (
	"id" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_make_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "search_make_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "search_model" (
	"id" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_model_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"make_id" smallint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "search_model_make_name" UNIQUE("make_id","name")
);
--> statement-breakpoint
ALTER TABLE "listing_search" ADD CONSTRAINT "listing_search_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_text" ADD CONSTRAINT "listing_text_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_model" ADD CONSTRAINT "search_model_make_id_search_make_id_fk" FOREIGN KEY ("make_id") REFERENCES "public"."search_make"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_search_posted" ON "listing_search" USING btree ("posted_at","listing_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_search_sold" ON "listing_search" USING btree ("posted_at","listing_id") WHERE status = 2;--> statement-breakpoint
CREATE INDEX "listing_search_price" ON "listing_search" USING btree ("price_cad","listing_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_search_km" ON "listing_search" USING btree ("odometer_km","listing_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_search_bids" ON "listing_search" USING btree ("bid_count","listing_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_search_model" ON "listing_search" USING btree ("make_id","model_id","posted_at","listing_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_search_body" ON "listing_search" USING btree ("body_type","posted_at","listing_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_search_province" ON "listing_search" USING btree ("province","posted_at","listing_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_search_city" ON "listing_search" USING btree ("city_id","posted_at","listing_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_search_point" ON "listing_search" USING gist (point(lon, lat)) WHERE status = 1;--> statement-breakpoint
CREATE INDEX "listing_text_words" ON "listing_text" USING gin ("words");