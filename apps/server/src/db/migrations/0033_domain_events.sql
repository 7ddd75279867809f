-- Left over where an earlier release, which does not know it, was restored over this one.
DROP TABLE IF EXISTS "domain_events" CASCADE;
--> statement-breakpoint
CREATE TABLE "domain_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "domain_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"consumed_by" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "domain_events" ADD CONSTRAINT "domain_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_events_organization" ON "domain_events" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "monitor_slots_unjudged_run" ON "monitor_slots" USING btree ("run_id") WHERE "monitor_slots"."outcome" = 'run' and "monitor_slots"."result" is null;--> statement-breakpoint
ALTER TABLE "domain_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "domain_events" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
