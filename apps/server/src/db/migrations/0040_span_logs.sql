-- Left over where an earlier release, which does not know them, was restored over this one.
DROP TABLE IF EXISTS "span_log_entries", "span_logs" CASCADE;
--> statement-breakpoint
CREATE TABLE "span_log_entries" (
	"log_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"organization_id" text NOT NULL,
	"size" integer NOT NULL,
	"content" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "span_log_entries_log_id_seq_pk" PRIMARY KEY("log_id","seq")
);
--> statement-breakpoint
CREATE TABLE "span_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"run_id" text,
	"trace_prefix" text NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "span_log_entries" ADD CONSTRAINT "span_log_entries_log_id_span_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."span_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "span_logs" ADD CONSTRAINT "span_logs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "span_logs" ADD CONSTRAINT "span_logs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "span_logs_organization" ON "span_logs" USING btree ("organization_id","trace_prefix");--> statement-breakpoint
CREATE INDEX "span_logs_run" ON "span_logs" USING btree ("run_id");
--> statement-breakpoint
ALTER TABLE "span_logs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "span_logs" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "span_log_entries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "span_log_entries" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
