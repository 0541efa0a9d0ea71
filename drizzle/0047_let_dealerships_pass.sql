CREATE TABLE "purchase_offer_invitation_decline" (
	"lead_id" uuid NOT NULL,
	"dealership_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"by_user_id" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "purchase_offer_invitation_decline_lead_id_dealership_id_pk" PRIMARY KEY("lead_id","dealership_id"),
	CONSTRAINT "purchase_offer_invitation_decline_reason_code" CHECK ("purchase_offer_invitation_decline"."reason" in ('too_far', 'too_many_km', 'condition', 'not_our_cars', 'enough_stock', 'other'))
);
--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "purchase_offer_invitation_decline" ADD CONSTRAINT "purchase_offer_invitation_decline_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_invitation_decline" ADD CONSTRAINT "purchase_offer_invitation_decline_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_offer_invitation_decline" ADD CONSTRAINT "purchase_offer_invitation_decline_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'routed', 'unrouted', 'status_changed', 'note', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received'));