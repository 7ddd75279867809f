-- Left over where an earlier release, which does not know it, was restored over this one.
DROP TABLE IF EXISTS "host_paces";
--> statement-breakpoint
CREATE TABLE "host_paces" (
	"key" text PRIMARY KEY NOT NULL,
	"free_at" timestamp with time zone NOT NULL
);
