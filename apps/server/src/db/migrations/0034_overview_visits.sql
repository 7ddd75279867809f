-- Left over where an earlier release, which does not know it, was restored over this one.
DROP TABLE IF EXISTS "overview_visits" CASCADE;
--> statement-breakpoint
CREATE TABLE "overview_visits" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"visited_at" timestamp (3) with time zone NOT NULL,
	"shown_until" timestamp (3) with time zone NOT NULL,
	"seen_until" timestamp (3) with time zone,
	CONSTRAINT "overview_visits_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "overview_visits" ADD CONSTRAINT "overview_visits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overview_visits" ADD CONSTRAINT "overview_visits_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overview_visits" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "overview_visits" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
