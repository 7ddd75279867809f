-- Left over where an earlier release, which does not know it, was restored over this one.
DROP TABLE IF EXISTS "run_day_changes" CASCADE;
--> statement-breakpoint
CREATE TABLE "run_day_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_day_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" text NOT NULL,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"platform" text NOT NULL,
	"trigger" text NOT NULL,
	"outcome" text NOT NULL,
	"failure_classes" text[] NOT NULL,
	"runs" integer NOT NULL,
	"repeated" integer NOT NULL,
	"tests_passed" integer NOT NULL,
	"tests_failed" integer NOT NULL,
	"duration_ms" bigint NOT NULL,
	"latencies" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run_day_changes" ADD CONSTRAINT "run_day_changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_day_changes_key" ON "run_day_changes" USING btree ("organization_id","subject","day","platform","trigger","outcome","failure_classes");--> statement-breakpoint
ALTER TABLE "run_day_changes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_day_changes" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
