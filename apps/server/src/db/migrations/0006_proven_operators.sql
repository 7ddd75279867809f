ALTER TABLE "users" ADD COLUMN "operator_since" timestamp with time zone;--> statement-breakpoint
-- Those who are there already, and nobody who comes later.
ALTER TABLE "users" ADD COLUMN "predates_proof" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "predates_proof" SET DEFAULT false;
