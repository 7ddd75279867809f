CREATE TABLE "judge_answers" (
	"measurement_id" text NOT NULL,
	"reply_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"label" text NOT NULL,
	"answer" text NOT NULL,
	"reason" text NOT NULL,
	"models" text[] NOT NULL,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "judge_answers_measurement_id_reply_id_pk" PRIMARY KEY("measurement_id","reply_id")
);
--> statement-breakpoint
CREATE TABLE "judge_labels" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"project_id" text NOT NULL,
	"reply_id" text NOT NULL,
	"user_id" text,
	"label" text NOT NULL,
	"is_blind" boolean NOT NULL,
	"labelled_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "judge_measurements" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"project_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_running" boolean NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "judge_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"project_id" text NOT NULL,
	"digest" text NOT NULL,
	"suite_name" text NOT NULL,
	"test_name" text NOT NULL,
	"said" text NOT NULL,
	"reply" text NOT NULL,
	"expected" jsonb NOT NULL,
	"overridden_by" text,
	"is_overridden" boolean DEFAULT false NOT NULL,
	"settled" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "judges" (
	"project_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"model" text,
	"rubric" text NOT NULL,
	"votes" integer,
	"needed" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "judge_answers" ADD CONSTRAINT "judge_answers_measurement_id_judge_measurements_id_fk" FOREIGN KEY ("measurement_id") REFERENCES "public"."judge_measurements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_answers" ADD CONSTRAINT "judge_answers_reply_id_judge_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."judge_replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_answers" ADD CONSTRAINT "judge_answers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_labels" ADD CONSTRAINT "judge_labels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_labels" ADD CONSTRAINT "judge_labels_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_labels" ADD CONSTRAINT "judge_labels_reply_id_judge_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."judge_replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_labels" ADD CONSTRAINT "judge_labels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_measurements" ADD CONSTRAINT "judge_measurements_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_measurements" ADD CONSTRAINT "judge_measurements_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_replies" ADD CONSTRAINT "judge_replies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_replies" ADD CONSTRAINT "judge_replies_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_replies" ADD CONSTRAINT "judge_replies_overridden_by_users_id_fk" FOREIGN KEY ("overridden_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judges" ADD CONSTRAINT "judges_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judges" ADD CONSTRAINT "judges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "judge_answers_reply" ON "judge_answers" USING btree ("reply_id");--> statement-breakpoint
CREATE INDEX "judge_answers_organization" ON "judge_answers" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "judge_labels_person" ON "judge_labels" USING btree ("reply_id","user_id");--> statement-breakpoint
CREATE INDEX "judge_labels_project" ON "judge_labels" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "judge_labels_user" ON "judge_labels" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "judge_labels_organization" ON "judge_labels" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "judge_measurements_project" ON "judge_measurements" USING btree ("project_id","started_at");--> statement-breakpoint
CREATE INDEX "judge_measurements_organization" ON "judge_measurements" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "judge_replies_digest" ON "judge_replies" USING btree ("project_id","digest");--> statement-breakpoint
CREATE INDEX "judge_replies_organization" ON "judge_replies" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "judge_replies_overridden_by" ON "judge_replies" USING btree ("overridden_by");--> statement-breakpoint
CREATE INDEX "judges_organization" ON "judges" USING btree ("organization_id");
--> statement-breakpoint
ALTER TABLE "judges" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "judges" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "judge_replies" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "judge_replies" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "judge_labels" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "judge_labels" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "judge_measurements" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "judge_measurements" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "judge_answers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "judge_answers" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
