ALTER TABLE "bid_event" ADD CONSTRAINT "bid_event_kind_code" CHECK ("bid_event"."kind" in ('placed', 'accepted', 'declined', 'released', 'bought', 'passed_over', 'reopened'));--> statement-breakpoint
ALTER TABLE "bid" ADD CONSTRAINT "bid_state_code" CHECK ("bid"."state" in ('open', 'accepted', 'declined', 'passed_over'));--> statement-breakpoint
ALTER TABLE "dealership" ADD CONSTRAINT "dealership_province_code" CHECK ("dealership"."province_code" in ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK'));--> statement-breakpoint
ALTER TABLE "dealership" ADD CONSTRAINT "dealership_served_provinces_code" CHECK ("dealership"."served_provinces" <@ array['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK']);--> statement-breakpoint
ALTER TABLE "dealership" ADD CONSTRAINT "dealership_takes_lead_kinds_code" CHECK ("dealership"."takes_lead_kinds" <@ array['pre_approval', 'call_back', 'offer_request', 'sell_car', 'credit_application', 'bid']);--> statement-breakpoint
ALTER TABLE "one_time_link" ADD CONSTRAINT "one_time_link_purpose_code" CHECK ("one_time_link"."purpose" in ('confirm_email', 'reset_password', 'change_email'));--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_role_code" CHECK ("user"."role" in ('buyer', 'seller', 'dealer', 'staff', 'admin'));--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_locale_code" CHECK ("user"."locale" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_purpose_code" CHECK ("consent"."purpose" in ('share_with_dealership', 'contact_about_request', 'marketing_email', 'marketing_sms', 'sell_car_terms'));--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_locale_code" CHECK ("consent"."locale" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'routed', 'unrouted', 'status_changed', 'note', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'sale_choice'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_from_status_code" CHECK ("lead_event"."from_status" in ('new', 'contacted', 'documents', 'lender', 'approved', 'delivered', 'closed'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_to_status_code" CHECK ("lead_event"."to_status" in ('new', 'contacted', 'documents', 'lender', 'approved', 'delivered', 'closed'));--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_kind_code" CHECK ("lead"."kind" in ('pre_approval', 'call_back', 'offer_request', 'sell_car', 'credit_application', 'bid'));--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_status_code" CHECK ("lead"."status" in ('new', 'contacted', 'documents', 'lender', 'approved', 'delivered', 'closed'));--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_province_code" CHECK ("lead"."province_code" in ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK', 'NT', 'NU', 'YT'));--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_locale_code" CHECK ("lead"."locale" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_locale_code" CHECK ("submission"."locale" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "listing_event" ADD CONSTRAINT "listing_event_kind_code" CHECK ("listing_event"."kind" in ('draft', 'in_review', 'live', 'paused', 'sold', 'removed', 'reserved', 'released', 'reopened'));--> statement-breakpoint
ALTER TABLE "listing_report" ADD CONSTRAINT "listing_report_reason_code" CHECK ("listing_report"."reason" in ('fraud', 'wrong_facts', 'already_sold', 'offensive', 'other'));--> statement-breakpoint
ALTER TABLE "listing_report" ADD CONSTRAINT "listing_report_locale_code" CHECK ("listing_report"."locale" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_body_type_code" CHECK ("listing"."body_type" in ('suv', 'sedan', 'coupe', 'hatchback', 'truck', 'minivan'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_exterior_colour_code" CHECK ("listing"."exterior_colour" in ('beige', 'black', 'blue', 'brown', 'gold', 'green', 'grey', 'maroon', 'orange', 'pink', 'purple', 'red', 'silver', 'white', 'yellow'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_interior_colour_code" CHECK ("listing"."interior_colour" in ('beige', 'black', 'blue', 'brown', 'gold', 'green', 'grey', 'maroon', 'orange', 'pink', 'purple', 'red', 'silver', 'white', 'yellow'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_transmission_code" CHECK ("listing"."transmission" in ('automatic', 'manual'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_fuel_code" CHECK ("listing"."fuel" in ('gasoline', 'diesel', 'hybrid', 'plug_in_hybrid', 'electric', 'flex_fuel'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_drive_code" CHECK ("listing"."drive" in ('fwd', 'rwd', 'awd', '4wd'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_condition_code" CHECK ("listing"."condition" in ('new', 'used', 'certified'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_province_code" CHECK ("listing"."province_code" in ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_state_code" CHECK ("listing"."state" in ('draft', 'in_review', 'live', 'paused', 'sold', 'removed'));--> statement-breakpoint
ALTER TABLE "role_change" ADD CONSTRAINT "role_change_from_role_code" CHECK ("role_change"."from_role" in ('buyer', 'seller', 'dealer', 'staff', 'admin'));--> statement-breakpoint
ALTER TABLE "role_change" ADD CONSTRAINT "role_change_to_role_code" CHECK ("role_change"."to_role" in ('buyer', 'seller', 'dealer', 'staff', 'admin'));--> statement-breakpoint
ALTER TABLE "phone_verification" ADD CONSTRAINT "phone_verification_purpose_code" CHECK ("phone_verification"."purpose" in ('pre_approval', 'sell_car', 'credit_application', 'account'));--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_locale_code" CHECK ("review"."locale" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "purchase_offer_decision" ADD CONSTRAINT "purchase_offer_decision_kind_code" CHECK ("purchase_offer_decision"."kind" in ('accepted', 'declined'));--> statement-breakpoint
ALTER TABLE "purchase_offer_decision" ADD CONSTRAINT "purchase_offer_decision_way_code" CHECK ("purchase_offer_decision"."way" in ('browser', 'account', 'mail_link'));--> statement-breakpoint
ALTER TABLE "sale_choice" ADD CONSTRAINT "sale_choice_code" CHECK ("sale_choice"."choice" in ('dealership_offers', 'own_listing', 'both'));--> statement-breakpoint
ALTER TABLE "sale_choice" ADD CONSTRAINT "sale_choice_way_code" CHECK ("sale_choice"."way" in ('browser', 'account', 'mail_link'));--> statement-breakpoint
ALTER TABLE "seller_verification" ADD CONSTRAINT "seller_verification_kind_code" CHECK ("seller_verification"."kind" in ('requested', 'verified', 'declined', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "outbox_message" ADD CONSTRAINT "outbox_message_channel_code" CHECK ("outbox_message"."channel" in ('sms', 'email'));