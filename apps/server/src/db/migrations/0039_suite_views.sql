-- Left over where an earlier release, which does not know them, was restored over this one.
DROP TABLE IF EXISTS "suite_view_defaults", "suite_views" CASCADE;
--> statement-breakpoint
CREATE TABLE "suite_view_defaults" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "suite_view_defaults_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "suite_views" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"owner_id" text,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_by" text,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "suite_view_defaults" ADD CONSTRAINT "suite_view_defaults_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suite_view_defaults" ADD CONSTRAINT "suite_view_defaults_view_id_suite_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."suite_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suite_view_defaults" ADD CONSTRAINT "suite_view_defaults_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suite_views" ADD CONSTRAINT "suite_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suite_views" ADD CONSTRAINT "suite_views_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suite_views" ADD CONSTRAINT "suite_views_membership" FOREIGN KEY ("organization_id","owner_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suite_view_defaults_view" ON "suite_view_defaults" USING btree ("view_id");--> statement-breakpoint
CREATE INDEX "suite_views_organization" ON "suite_views" USING btree ("organization_id","owner_id");--> statement-breakpoint
CREATE INDEX "suite_views_created_by" ON "suite_views" USING btree ("created_by");
--> statement-breakpoint
ALTER TABLE "suite_views" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "suite_views" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "suite_view_defaults" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "suite_view_defaults" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
