ALTER TABLE "explorations" ADD COLUMN "environment" text;--> statement-breakpoint
ALTER TABLE "explorations" ADD COLUMN "environment_id" text;--> statement-breakpoint
ALTER TABLE "explorations" ADD COLUMN "environment_variables" jsonb;--> statement-breakpoint
ALTER TABLE "load_tests" ADD COLUMN "environment" text;--> statement-breakpoint
ALTER TABLE "load_tests" ADD COLUMN "environment_id" text;--> statement-breakpoint
ALTER TABLE "load_tests" ADD COLUMN "environment_version" integer;