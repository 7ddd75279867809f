ALTER TABLE "users" ALTER COLUMN "load_testing_enabled" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "load_testing_enabled" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "exploratory_testing_enabled" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "exploratory_testing_enabled" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "quotas" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "automatic_trial_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "trial_paused_at" timestamp with time zone;--> statement-breakpoint
-- Until now false said that nobody had switched it on, which from here on is null.
UPDATE "users" SET
	"load_testing_enabled" = nullif("load_testing_enabled", false),
	"exploratory_testing_enabled" = nullif("exploratory_testing_enabled", false);
