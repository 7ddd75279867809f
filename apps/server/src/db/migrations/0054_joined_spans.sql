-- Left over where an earlier release, which does not know it, was restored over this one.
DROP TABLE IF EXISTS "span_claims";
--> statement-breakpoint
CREATE TABLE "span_claims" (
	"organization_id" text NOT NULL,
	"key" text NOT NULL,
	"log_id" text NOT NULL,
	CONSTRAINT "span_claims_organization_id_key_log_id_pk" PRIMARY KEY("organization_id","key","log_id")
);
--> statement-breakpoint
ALTER TABLE "span_logs" ADD COLUMN "join_attributes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "span_claims" ADD CONSTRAINT "span_claims_log_id_span_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."span_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "span_claims_log" ON "span_claims" USING btree ("log_id");--> statement-breakpoint
ALTER TABLE "span_claims" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "span_claims" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
