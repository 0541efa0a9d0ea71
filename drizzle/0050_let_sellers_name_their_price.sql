CREATE TABLE "purchase_offer_counter" (
	"offer_id" uuid PRIMARY KEY NOT NULL,
	"amount_cad" integer NOT NULL,
	"by_user_id" text,
	"way" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_by_user_id" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "purchase_offer_counter_amount" CHECK ("purchase_offer_counter"."amount_cad" > 100),
	CONSTRAINT "purchase_offer_counter_answered" CHECK (("purchase_offer_counter"."answer" is null) = ("purchase_offer_counter"."answered_at" is null)),
	CONSTRAINT "purchase_offer_counter_answer_code" CHECK ("purchase_offer_counter"."answer" in ('accepted', 'declined')),
	CONSTRAINT "purchase_offer_counter_way_code" CHECK ("purchase_offer_counter"."way" in ('browser', 'account', 'mail_link'))
);
--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "purchase_offer_counter" ADD CONSTRAINT "purchase_offer_counter_offer_id_purchase_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."purchase_offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_counter" ADD CONSTRAINT "purchase_offer_counter_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_counter" ADD CONSTRAINT "purchase_offer_counter_answered_by_user_id_user_id_fk" FOREIGN KEY ("answered_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'routed', 'unrouted', 'status_changed', 'note', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received'));