ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_actor_kind_code";--> statement-breakpoint
ALTER TABLE "user" DROP CONSTRAINT "user_role_code";--> statement-breakpoint
ALTER TABLE "role_change" DROP CONSTRAINT "role_change_from_role_code";--> statement-breakpoint
ALTER TABLE "role_change" DROP CONSTRAINT "role_change_to_role_code";--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_actor_kind_code" CHECK ("audit_record"."actor_kind" in ('visitor', 'buyer', 'seller', 'dealer', 'staff', 'auditor', 'admin', 'operator', 'site'));--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_role_code" CHECK ("user"."role" in ('buyer', 'seller', 'dealer', 'staff', 'auditor', 'admin'));--> statement-breakpoint
ALTER TABLE "role_change" ADD CONSTRAINT "role_change_from_role_code" CHECK ("role_change"."from_role" in ('buyer', 'seller', 'dealer', 'staff', 'auditor', 'admin'));--> statement-breakpoint
ALTER TABLE "role_change" ADD CONSTRAINT "role_change_to_role_code" CHECK ("role_change"."to_role" in ('buyer', 'seller', 'dealer', 'staff', 'auditor', 'admin'));