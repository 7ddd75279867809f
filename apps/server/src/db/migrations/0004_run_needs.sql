ALTER TABLE "runs" ADD COLUMN "needs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "lacks" text[];