-- Left over where an earlier release, which does not know it, was restored over this one.
DROP TABLE IF EXISTS "run_numbers" CASCADE;
--> statement-breakpoint
CREATE TABLE "run_numbers" (
	"suite_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"newest" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "run_numbers" ADD CONSTRAINT "run_numbers_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_numbers" ADD CONSTRAINT "run_numbers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_numbers_organization" ON "run_numbers" USING btree ("organization_id");--> statement-breakpoint
-- Counting goes on behind the runs that are there, which have no number of their own.
INSERT INTO "run_numbers" ("suite_id", "organization_id", "newest")
  SELECT "suite_id", "organization_id", count(*) FROM "runs" WHERE "suite_id" IS NOT NULL GROUP BY "suite_id", "organization_id";
--> statement-breakpoint
ALTER TABLE "run_numbers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_numbers" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
