CREATE TABLE "clean_ups" (
	"kind" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"left" integer NOT NULL,
	"behind_since" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "alert_deliveries_age" ON "alert_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alerts_resolved" ON "alerts" USING btree ("resolved_at") WHERE "alerts"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_age" ON "sign_in_failures" USING btree ("last_failed_at");--> statement-breakpoint
CREATE INDEX "verifications_expiry" ON "verifications" USING btree ("expires_at");