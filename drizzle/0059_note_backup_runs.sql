CREATE TABLE "backup_run" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"state" text NOT NULL,
	"by_user_id" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"name" text,
	"location" text,
	"size_bytes" bigint,
	"tables" integer,
	"rows" bigint,
	"uploads" integer,
	"audit_records" bigint,
	"opened_values" bigint,
	"key_ids" text[],
	"key_mark" text,
	"fault" text,
	"fault_detail" text,
	CONSTRAINT "backup_run_state_code" CHECK ("backup_run"."state" in ('asked', 'running', 'proved', 'unproved', 'failed')),
	CONSTRAINT "backup_run_fault_code" CHECK ("backup_run"."fault" in ('key', 'bucket_address', 'folder', 'disk_full', 'others_keys', 'store_refused', 'no_database', 'no_rights', 'not_empty', 'unreadable', 'differs', 'audit_broken', 'sealed_shut', 'interrupted', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "backup_run" ADD CONSTRAINT "backup_run_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backup_run_started" ON "backup_run" USING btree ("started_at");