CREATE TABLE "one_time_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_link" ADD CONSTRAINT "one_time_link_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_link_user" ON "one_time_link" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_link_expires" ON "one_time_link" USING btree ("expires_at");