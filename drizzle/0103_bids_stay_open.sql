-- The open forms named no bids before bids could be closed; a list of then leaves them open.
INSERT INTO "setting" ("name", "value", "changed_at")
SELECT 'requestsTaken', "value" - 'bids' || '["bids"]', "changed_at" FROM "setting" WHERE "name" = 'kindsOffered';
--> statement-breakpoint
DELETE FROM "setting" WHERE "name" = 'kindsOffered';
--> statement-breakpoint
UPDATE "setting_draft" SET "name" = 'requestsTaken', "value" = "value" - 'bids' || '["bids"]' WHERE "name" = 'kindsOffered';
