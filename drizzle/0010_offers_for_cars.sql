CREATE TABLE "dealership_member" (
	"user_id" text PRIMARY KEY NOT NULL,
	"dealership_id" uuid NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_offer_invitation" (
	"lead_id" uuid NOT NULL,
	"dealership_id" uuid NOT NULL,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_offer_invitation_lead_id_dealership_id_pk" PRIMARY KEY("lead_id","dealership_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_offer_decision" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"offer_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_user_id" text,
	"way" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "purchase_offer_withdrawal" (
	"offer_id" uuid PRIMARY KEY NOT NULL,
	"by_user_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_offer" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid NOT NULL,
	"dealership_id" uuid NOT NULL,
	"amount_cad" integer NOT NULL,
	"valid_until" date NOT NULL,
	"conditions" text DEFAULT '' NOT NULL,
	"replaces_id" uuid,
	"made_by_user_id" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_offer_replaces" UNIQUE("replaces_id"),
	CONSTRAINT "purchase_offer_amount" CHECK ("purchase_offer"."amount_cad" >= 100)
);
--> statement-breakpoint
CREATE TABLE "sale_choice" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid NOT NULL,
	"choice" text NOT NULL,
	"by_user_id" text,
	"way" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_listing" (
	"lead_id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sale_listing_listing_id_unique" UNIQUE("listing_id")
);
--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "dealership_id" uuid;--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "visitor_hash" text;--> statement-breakpoint
ALTER TABLE "dealership_member" ADD CONSTRAINT "dealership_member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealership_member" ADD CONSTRAINT "dealership_member_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_invitation" ADD CONSTRAINT "purchase_offer_invitation_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_invitation" ADD CONSTRAINT "purchase_offer_invitation_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_decision" ADD CONSTRAINT "purchase_offer_decision_offer_id_purchase_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."purchase_offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_decision" ADD CONSTRAINT "purchase_offer_decision_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_decision" ADD CONSTRAINT "purchase_offer_decision_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_withdrawal" ADD CONSTRAINT "purchase_offer_withdrawal_offer_id_purchase_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."purchase_offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_withdrawal" ADD CONSTRAINT "purchase_offer_withdrawal_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer" ADD CONSTRAINT "purchase_offer_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer" ADD CONSTRAINT "purchase_offer_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer" ADD CONSTRAINT "purchase_offer_made_by_user_id_user_id_fk" FOREIGN KEY ("made_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_choice" ADD CONSTRAINT "sale_choice_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_choice" ADD CONSTRAINT "sale_choice_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_listing" ADD CONSTRAINT "sale_listing_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_listing" ADD CONSTRAINT "sale_listing_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dealership_member_dealership" ON "dealership_member" USING btree ("dealership_id");--> statement-breakpoint
CREATE INDEX "purchase_offer_invitation_dealership" ON "purchase_offer_invitation" USING btree ("dealership_id","invited_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_offer_one_accepted" ON "purchase_offer_decision" USING btree ("lead_id") WHERE "purchase_offer_decision"."kind" = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_offer_one_decision" ON "purchase_offer_decision" USING btree ("offer_id") WHERE "purchase_offer_decision"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "purchase_offer_lead" ON "purchase_offer" USING btree ("lead_id","made_at");--> statement-breakpoint
CREATE INDEX "sale_choice_lead" ON "sale_choice" USING btree ("lead_id","at");--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_visitor" ON "submission" USING btree ("visitor_hash");