CREATE TABLE "cars_told_apart" (
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "cars_told_apart_one_id_other_id_pk" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "cars_told_apart_once" CHECK ("cars_told_apart"."one_id" < "cars_told_apart"."other_id")
);
--> statement-breakpoint
ALTER TABLE "cars_told_apart" ADD CONSTRAINT "cars_told_apart_one_id_car_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."car"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cars_told_apart" ADD CONSTRAINT "cars_told_apart_other_id_car_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."car"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cars_told_apart_other" ON "cars_told_apart" USING btree ("other_id");