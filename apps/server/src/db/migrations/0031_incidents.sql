ALTER TABLE "alerts" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "signatures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "evidence" jsonb;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "acknowledged_by" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "mute_scope" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "timeline" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_slots" ADD COLUMN "signatures" jsonb;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_acknowledged_by_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_assignee" FOREIGN KEY ("organization_id","assignee_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE SET NULL ("assignee_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_assignee" ON "alerts" USING btree ("organization_id","assignee_id") WHERE "alerts"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "alerts_acknowledged_by" ON "alerts" USING btree ("acknowledged_by") WHERE "alerts"."acknowledged_by" is not null;--> statement-breakpoint
-- What is known of alerts of before: the failures without a pass until each was opened, and not those of another.
UPDATE "alerts" SET "failing_since" = coalesce((
  SELECT min(failed."slot") FROM "monitor_slots" failed
  WHERE failed."suite_id" = "alerts"."suite_id" AND failed."result" = 'failed'
    AND failed."slot" <= coalesce("alerts"."due_at", "alerts"."opened_at")
    AND failed."slot" > coalesce((
      SELECT max(passed."slot") FROM "monitor_slots" passed
      WHERE passed."suite_id" = "alerts"."suite_id" AND passed."result" = 'passed'
        AND passed."slot" < coalesce("alerts"."due_at", "alerts"."opened_at")
    ), '-infinity')
    AND failed."slot" > coalesce((
      SELECT max(before."resolved_at") FROM "alerts" before
      WHERE before."suite_id" = "alerts"."suite_id" AND before."opened_at" < "alerts"."opened_at"
    ), '-infinity')
), "opened_at"),
"timeline" = jsonb_build_array(jsonb_build_object(
  'at', to_char("opened_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'change', 'opened', 'runId', "run_id"
)) || CASE WHEN "resolved_at" IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object(
  'at', to_char("resolved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'change', 'resolved'
)) END
WHERE "stop_reason" IS NULL;
