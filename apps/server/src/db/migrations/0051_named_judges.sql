CREATE TABLE "named_judges" (
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"organization_id" text NOT NULL,
	"model" text,
	"rubric" text NOT NULL,
	"votes" integer,
	"needed" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "named_judges_project_id_name_pk" PRIMARY KEY("project_id","name")
);
--> statement-breakpoint
ALTER TABLE "judge_measurements" ADD COLUMN "judge_name" text;--> statement-breakpoint
ALTER TABLE "named_judges" ADD CONSTRAINT "named_judges_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_judges" ADD CONSTRAINT "named_judges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "named_judges_organization" ON "named_judges" USING btree ("organization_id");
--> statement-breakpoint
ALTER TABLE "named_judges" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "named_judges" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
