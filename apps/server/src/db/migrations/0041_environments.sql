CREATE TABLE "environments" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (lower("environments"."name" collate "und-x-icu")) STORED NOT NULL,
	"variables" jsonb NOT NULL,
	"secrets" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_environments" (
	"run_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"variables" jsonb NOT NULL,
	"secrets" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "environment_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "environment_version" integer;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_environments" ADD CONSTRAINT "run_environments_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_environments" ADD CONSTRAINT "run_environments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "environments_name" ON "environments" USING btree ("project_id","search_name");--> statement-breakpoint
CREATE INDEX "environments_organization" ON "environments" USING btree ("organization_id","search_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "run_environments_organization" ON "run_environments" USING btree ("organization_id");
--> statement-breakpoint
ALTER TABLE "environments" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "environments" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "run_environments" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "run_environments" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
