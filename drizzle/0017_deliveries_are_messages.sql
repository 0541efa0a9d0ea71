-- Of several deliveries of one lead to one dealership (a consent taken back and given again) the
-- newest that was not cancelled stays: one message a lead and receiver.
INSERT INTO "message" ("id", "key", "event", "channel", "recipient", "locale", "lead_id", "dealership_id", "state", "attempts", "last_error", "provider_id", "created_at", "settled_at")
SELECT DISTINCT ON ("delivery"."lead_id", "delivery"."channel", coalesce("delivery"."dealership_id", "lead"."dealership_id"))
	"delivery"."id",
	coalesce(
		CASE "delivery"."channel"
			WHEN 'adf_email' THEN 'lead_adf:' || "delivery"."lead_id" || ':' || coalesce("delivery"."dealership_id", "lead"."dealership_id")
			WHEN 'spreadsheet' THEN 'lead_spreadsheet:' || "delivery"."lead_id"
			ELSE 'lead_confirmation:' || "delivery"."lead_id"
		END,
		"delivery"."id"::text
	),
	CASE "delivery"."channel" WHEN 'adf_email' THEN 'lead_adf' WHEN 'spreadsheet' THEN 'lead_spreadsheet' ELSE 'lead_confirmation' END,
	CASE "delivery"."channel" WHEN 'confirmation_email' THEN 'email' ELSE "delivery"."channel" END,
	"delivery"."target",
	CASE "lead"."locale" WHEN 'fr' THEN 'fr' ELSE 'en' END,
	"delivery"."lead_id",
	CASE "delivery"."channel" WHEN 'adf_email' THEN coalesce("delivery"."dealership_id", "lead"."dealership_id") END,
	CASE "delivery"."state"
		WHEN 'delivered' THEN 'sent'
		WHEN 'dead' THEN 'dead'
		WHEN 'cancelled' THEN 'withdrawn'
		ELSE CASE WHEN "tried"."attempts" > 0 THEN 'failed' ELSE 'waiting' END
	END,
	"tried"."attempts",
	CASE WHEN "delivery"."state" <> 'delivered' THEN "tried"."last_detail" END,
	CASE WHEN "delivery"."state" = 'delivered' THEN "tried"."last_detail" END,
	"delivery"."created_at",
	"delivery"."settled_at"
FROM "delivery"
JOIN "lead" ON "lead"."id" = "delivery"."lead_id"
CROSS JOIN LATERAL (
	SELECT count(*)::int AS "attempts", (array_agg("detail" ORDER BY "at" DESC, "id" DESC))[1] AS "last_detail"
	FROM "delivery_attempt" WHERE "delivery_attempt"."delivery_id" = "delivery"."id"
) AS "tried"
ORDER BY "delivery"."lead_id", "delivery"."channel", coalesce("delivery"."dealership_id", "lead"."dealership_id"), ("delivery"."state" = 'cancelled'), "delivery"."created_at" DESC, "delivery"."id" DESC;--> statement-breakpoint
INSERT INTO "message_attempt" ("id", "message_id", "outcome", "detail", "duration_ms", "at")
SELECT "delivery_attempt"."id", "delivery_attempt"."delivery_id",
	CASE "delivery_attempt"."outcome" WHEN 'delivered' THEN 'sent' ELSE "delivery_attempt"."outcome" END,
	"delivery_attempt"."detail", "delivery_attempt"."duration_ms", "delivery_attempt"."at"
FROM "delivery_attempt"
JOIN "message" ON "message"."id" = "delivery_attempt"."delivery_id";--> statement-breakpoint
UPDATE "lead_event" SET "note" = CASE "note" WHEN 'adf_email' THEN 'lead_adf' WHEN 'spreadsheet' THEN 'lead_spreadsheet' ELSE 'lead_confirmation' END
WHERE "kind" IN ('delivered', 'delivery_failed', 'delivery_cancelled') AND "note" IN ('adf_email', 'spreadsheet', 'confirmation_email');--> statement-breakpoint
DROP TABLE "delivery_attempt" CASCADE;--> statement-breakpoint
DROP TABLE "delivery" CASCADE;
