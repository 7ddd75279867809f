CREATE TABLE "monitoring_stops" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"reason" text NOT NULL,
	"announced_for" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"resumed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "stop_reason" text;--> statement-breakpoint
ALTER TABLE "monitoring_stops" ADD CONSTRAINT "monitoring_stops_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_stops_open" ON "monitoring_stops" USING btree ("organization_id","reason") WHERE "monitoring_stops"."resumed_at" is null;--> statement-breakpoint
CREATE INDEX "monitoring_stops_organization" ON "monitoring_stops" USING btree ("organization_id");--> statement-breakpoint
-- Whose end is a month ago, or was never written down, is not told of it now.
INSERT INTO "monitoring_stops" ("id", "organization_id", "reason", "stopped_at")
SELECT gen_random_uuid()::text, "id", 'locked', coalesce(least("subscription_ends_at", now()), now())
FROM "organizations"
WHERE (
	"subscription_ends_at" < now() - interval '30 days'
	OR ("subscription_ends_at" IS NULL AND "subscription_status" IN ('trialEnded', 'disabled'))
)
AND EXISTS (
	SELECT FROM "suites" WHERE "suites"."organization_id" = "organizations"."id" AND "suites"."is_monitoring"
);
