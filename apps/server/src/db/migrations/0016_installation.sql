-- Left over where an earlier release, which does not know it, was restored over this one.
DROP TABLE IF EXISTS "installation";
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"secret_check" text NOT NULL
);
