-- What the tenant role of platform/row-security.ts sees. Owners of tables pass by, and with them servers of
-- the release before, which take no role.
ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "organizations" USING ("id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "alert_channels" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "alert_channels" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "alert_counts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "alert_counts" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "alert_deliveries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "alert_deliveries" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "alert_recipients" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "alert_recipients" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "alerts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "alerts" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "api_keys" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "audit_entries" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "billing_accounts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "billing_accounts" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "devices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "devices" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "exclusion_calendars" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "exclusion_calendars" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "explorations" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "explorations" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "invitations" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "load_targets" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "load_targets" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "load_tests" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "load_tests" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "memberships" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "monitoring_stops" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "monitoring_stops" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "monitors" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "monitors" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "organization_totals" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "organization_totals" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "projects" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "projects" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "quarantines" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "quarantines" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "quota_warnings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "quota_warnings" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "run_days" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_days" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "run_queue" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_queue" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "run_shares" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_shares" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "runs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "runs" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "shared_run_views" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "shared_run_views" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "sso_providers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "sso_providers" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "status_pages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "status_pages" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "step_days" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "step_days" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "suite_bytes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "suite_bytes" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "suites" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "suites" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "test_results" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "test_results" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "usage_days" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "usage_days" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "usage_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "usage_events" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "waiting_organizations" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "waiting_organizations" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "exploration_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "exploration_events" USING (EXISTS (SELECT FROM "explorations" WHERE "explorations"."id" = "exploration_events"."exploration_id"));
--> statement-breakpoint
ALTER TABLE "load_results" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "load_results" USING (EXISTS (SELECT FROM "load_tests" WHERE "load_tests"."id" = "load_results"."load_test_id"));
--> statement-breakpoint
ALTER TABLE "load_samples" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "load_samples" USING (EXISTS (SELECT FROM "load_tests" WHERE "load_tests"."id" = "load_samples"."load_test_id"));
--> statement-breakpoint
ALTER TABLE "load_shares" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "load_shares" USING (EXISTS (SELECT FROM "load_tests" WHERE "load_tests"."id" = "load_shares"."load_test_id"));
--> statement-breakpoint
ALTER TABLE "monitor_slots" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "monitor_slots" USING (EXISTS (SELECT FROM "suites" WHERE "suites"."id" = "monitor_slots"."suite_id"));
--> statement-breakpoint
ALTER TABLE "run_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_events" USING (EXISTS (SELECT FROM "runs" WHERE "runs"."id" = "run_events"."run_id"));
--> statement-breakpoint
ALTER TABLE "run_results" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_results" USING (EXISTS (SELECT FROM "runs" WHERE "runs"."id" = "run_results"."run_id"));
