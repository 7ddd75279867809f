CREATE TABLE "pickers" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"started_by" text,
	"configuration" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"acted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"action" jsonb DEFAULT '{"kind":"open"}'::jsonb NOT NULL,
	"action_number" integer DEFAULT 1 NOT NULL,
	"actions_done" integer DEFAULT 0 NOT NULL,
	"refusal" text,
	"trial" jsonb,
	"view" jsonb,
	"picks" jsonb,
	"picture" text,
	"picture_version" integer DEFAULT 0 NOT NULL,
	"failure" jsonb,
	"lease_owner" text,
	"lease_expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pickers" ADD CONSTRAINT "pickers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickers" ADD CONSTRAINT "pickers_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pickers_open" ON "pickers" USING btree ("status","lease_expires_at");--> statement-breakpoint
CREATE INDEX "pickers_organization" ON "pickers" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "pickers_started_by" ON "pickers" USING btree ("started_by");
--> statement-breakpoint
ALTER TABLE "pickers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "pickers" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
