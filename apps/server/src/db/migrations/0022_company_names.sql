ALTER TABLE "sso_providers" ADD COLUMN "has_proven_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD COLUMN "wanted_company" text;--> statement-breakpoint
UPDATE "sso_providers" SET "has_proven_name" = "domain_verified";
