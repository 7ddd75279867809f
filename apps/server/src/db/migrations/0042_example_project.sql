ALTER TABLE "explorations" ADD COLUMN "is_example" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "is_example" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "suites" ADD COLUMN "example_version" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_example" ON "projects" USING btree ("organization_id") WHERE "projects"."is_example";