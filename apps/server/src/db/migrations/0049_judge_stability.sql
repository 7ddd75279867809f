CREATE TABLE "judge_second_answers" (
	"measurement_id" text NOT NULL,
	"reply_id" text NOT NULL,
	"perturbation" text NOT NULL,
	"organization_id" text NOT NULL,
	"before" text NOT NULL,
	"answer" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "judge_second_answers_measurement_id_reply_id_perturbation_pk" PRIMARY KEY("measurement_id","reply_id","perturbation")
);
--> statement-breakpoint
ALTER TABLE "judge_measurements" ADD COLUMN "perturbing" text[];--> statement-breakpoint
ALTER TABLE "judge_measurements" ADD COLUMN "perturbing_failure" text;--> statement-breakpoint
ALTER TABLE "judge_measurements" ADD COLUMN "perturbing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "judge_replies" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "judge_second_answers" ADD CONSTRAINT "judge_second_answers_measurement_id_judge_measurements_id_fk" FOREIGN KEY ("measurement_id") REFERENCES "public"."judge_measurements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_second_answers" ADD CONSTRAINT "judge_second_answers_reply_id_judge_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."judge_replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_second_answers" ADD CONSTRAINT "judge_second_answers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "judge_second_answers_reply" ON "judge_second_answers" USING btree ("reply_id");--> statement-breakpoint
CREATE INDEX "judge_second_answers_organization" ON "judge_second_answers" USING btree ("organization_id");
--> statement-breakpoint
ALTER TABLE "judge_second_answers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "judge_second_answers" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
