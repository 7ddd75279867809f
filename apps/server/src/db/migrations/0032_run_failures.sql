CREATE TABLE "run_failures" (
	"run_id" text NOT NULL,
	"place" integer NOT NULL,
	"organization_id" text NOT NULL,
	"suite_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"failure_class" text NOT NULL,
	"test_name" text,
	"title" text,
	"step" integer,
	"said" text NOT NULL,
	"expected" text,
	"got" text NOT NULL,
	CONSTRAINT "run_failures_run_id_place_pk" PRIMARY KEY("run_id","place")
);
--> statement-breakpoint
ALTER TABLE "test_results" ADD COLUMN "is_doubtful" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "test_results" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "environment" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "has_failure_rows" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_failures" ADD CONSTRAINT "run_failures_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_failures_series" ON "run_failures" USING btree ("suite_id","signature","at");--> statement-breakpoint
CREATE INDEX "runs_without_failure_rows" ON "runs" USING btree ("created_at") WHERE not "runs"."has_failure_rows" and "runs"."status" in ('failed', 'error', 'interrupted');--> statement-breakpoint
ALTER TABLE "run_failures" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_failures" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
