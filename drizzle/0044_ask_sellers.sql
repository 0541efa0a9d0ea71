CREATE TABLE "inquiry_message" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"by_user_id" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiry_report" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"reported_by_user_id" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by_user_id" text
);
--> statement-breakpoint
CREATE TABLE "inquiry" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"listing_id" uuid NOT NULL,
	"asker_id" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "inquiry_kind_code" CHECK ("inquiry"."kind" in ('question', 'test_drive'))
);
--> statement-breakpoint
CREATE TABLE "member_block" (
	"blocker_id" text NOT NULL,
	"blocked_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_block_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id")
);
--> statement-breakpoint
ALTER TABLE "inquiry_message" ADD CONSTRAINT "inquiry_message_inquiry_id_inquiry_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_message" ADD CONSTRAINT "inquiry_message_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_report" ADD CONSTRAINT "inquiry_report_inquiry_id_inquiry_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_report" ADD CONSTRAINT "inquiry_report_reported_by_user_id_user_id_fk" FOREIGN KEY ("reported_by_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_report" ADD CONSTRAINT "inquiry_report_settled_by_user_id_user_id_fk" FOREIGN KEY ("settled_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_asker_id_user_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_block" ADD CONSTRAINT "member_block_blocker_id_user_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_block" ADD CONSTRAINT "member_block_blocked_id_user_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiry_message_inquiry" ON "inquiry_message" USING btree ("inquiry_id","at");--> statement-breakpoint
CREATE INDEX "inquiry_report_open" ON "inquiry_report" USING btree ("settled_at","reported_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_report_once" ON "inquiry_report" USING btree ("inquiry_id","reported_by_user_id") WHERE "inquiry_report"."settled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_listing_asker" ON "inquiry" USING btree ("listing_id","asker_id");--> statement-breakpoint
CREATE INDEX "inquiry_asker" ON "inquiry" USING btree ("asker_id");