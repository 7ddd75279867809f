ALTER TABLE "alerts" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "stands_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitor_slots" ADD COLUMN "stands_since" timestamp with time zone;