-- Left over where an earlier release, which does not know them, was restored over this one.
DROP TABLE IF EXISTS "suite_standing_changes";
--> statement-breakpoint
DROP TABLE IF EXISTS "suite_standings";
--> statement-breakpoint
CREATE TABLE "suite_standing_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suite_standing_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" text NOT NULL,
	"suite_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suite_standings" (
	"organization_id" text NOT NULL,
	"suite_id" text NOT NULL,
	"place" integer NOT NULL,
	"environment" text,
	"device_id" text,
	"state" text NOT NULL,
	"change_count" integer NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"newest_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"detail" jsonb NOT NULL,
	CONSTRAINT "suite_standings_suite_id_place_pk" PRIMARY KEY("suite_id","place")
);
--> statement-breakpoint
ALTER TABLE "suite_standings" ADD CONSTRAINT "suite_standings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suite_standings" ADD CONSTRAINT "suite_standings_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suite_standing_changes_suite" ON "suite_standing_changes" USING btree ("organization_id","suite_id");--> statement-breakpoint
CREATE INDEX "suite_standings_due" ON "suite_standings" USING btree ("organization_id","due_at");
--> statement-breakpoint
ALTER TABLE "suite_standings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "suite_standings" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
ALTER TABLE "suite_standing_changes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization" ON "suite_standing_changes" USING ("organization_id" = (SELECT current_setting('parley.organization', true)));
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_added_runs() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	INSERT INTO suite_standing_changes (organization_id, suite_id)
	SELECT DISTINCT organization_id, suite_id FROM added WHERE is_complete AND suite_id IS NOT NULL;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_changed_run() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	IF old.suite_id IS NOT NULL THEN
		INSERT INTO suite_standing_changes (organization_id, suite_id) VALUES (old.organization_id, old.suite_id);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER runs_added_to_standings AFTER INSERT ON runs
	REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_added_runs();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER runs_changed_in_standings AFTER UPDATE ON runs
	FOR EACH ROW WHEN (old.is_complete OR new.is_complete)
	EXECUTE FUNCTION note_changed_run();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER runs_removed_from_standings AFTER DELETE ON runs
	FOR EACH ROW WHEN (old.is_complete)
	EXECUTE FUNCTION note_changed_run();
--> statement-breakpoint
INSERT INTO suite_standing_changes (organization_id, suite_id)
SELECT DISTINCT organization_id, suite_id FROM runs
WHERE suite_id IS NOT NULL AND is_complete AND created_at > now() - interval '14 days';
