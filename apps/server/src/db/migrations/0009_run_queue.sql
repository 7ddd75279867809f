-- Left over where an earlier release, which knows neither, was restored over this one.
DROP TABLE IF EXISTS "run_queue", "waiting_organizations" CASCADE;
--> statement-breakpoint
CREATE TABLE "run_queue" (
	"run_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"lane" text NOT NULL,
	"device_id" text,
	"needs" text[] NOT NULL,
	"conversations" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_organizations" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"served_at" timestamp with time zone,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run_queue" ADD CONSTRAINT "run_queue_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_organizations" ADD CONSTRAINT "waiting_organizations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_queue_lane" ON "run_queue" USING btree ("organization_id","lane","created_at","run_id");--> statement-breakpoint
CREATE INDEX "waiting_organizations_turn" ON "waiting_organizations" USING btree ("served_at" NULLS FIRST,"since","organization_id");--> statement-breakpoint
-- A trigger, not the program: a worker of the release before goes on beside this one, and knows no queue.
CREATE OR REPLACE FUNCTION follow_run_queue() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	IF new.status = 'queued' THEN
		LOOP
			INSERT INTO waiting_organizations (organization_id, served_at, since)
			VALUES (
				new.organization_id,
				(SELECT max(started_at) FROM runs WHERE organization_id = new.organization_id AND started_at IS NOT NULL),
				new.created_at
			)
			ON CONFLICT DO NOTHING;
			-- Held until the commit: nobody takes it away because its queue looks empty to them.
			PERFORM FROM waiting_organizations WHERE organization_id = new.organization_id FOR KEY SHARE;
			EXIT WHEN found;
		END LOOP;
		INSERT INTO run_queue (run_id, organization_id, lane, device_id, needs, conversations, created_at)
		VALUES (
			new.id,
			new.organization_id,
			coalesce('device:' || new.device_id, 'needs:' || array_to_string(new.needs, ',')),
			new.device_id,
			new.needs,
			new.conversations,
			new.created_at
		);
		RETURN NULL;
	END IF;
	DELETE FROM run_queue WHERE run_id = new.id;
	-- Nobody waits here for a row of several organizations: two workers would wait for each other.
	IF new.status = 'running' THEN
		UPDATE waiting_organizations SET served_at = clock_timestamp() WHERE organization_id IN (
			SELECT organization_id FROM waiting_organizations
			WHERE organization_id = new.organization_id
			FOR NO KEY UPDATE SKIP LOCKED
		);
	END IF;
	-- In the order of the index: without one, most rows being of one organization, all would be read.
	PERFORM FROM run_queue WHERE organization_id = new.organization_id ORDER BY lane LIMIT 1;
	IF NOT found THEN
		PERFORM FROM waiting_organizations WHERE organization_id = new.organization_id FOR UPDATE SKIP LOCKED;
		IF found THEN
			DELETE FROM waiting_organizations WHERE organization_id = new.organization_id
				AND (
					SELECT lane FROM run_queue WHERE organization_id = new.organization_id ORDER BY lane LIMIT 1
				) IS NULL;
		END IF;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER runs_join_queue AFTER INSERT ON runs
	FOR EACH ROW WHEN (new.status = 'queued')
	EXECUTE FUNCTION follow_run_queue();
--> statement-breakpoint
CREATE TRIGGER runs_follow_queue AFTER UPDATE OF status ON runs
	FOR EACH ROW WHEN (old.status <> new.status AND 'queued' IN (old.status, new.status))
	EXECUTE FUNCTION follow_run_queue();
--> statement-breakpoint
INSERT INTO waiting_organizations (organization_id, served_at, since)
SELECT organization_id, (
	SELECT max(served.started_at) FROM runs served
	WHERE served.organization_id = queued.organization_id AND served.started_at IS NOT NULL
), min(created_at)
FROM runs queued WHERE status = 'queued' GROUP BY organization_id;
--> statement-breakpoint
INSERT INTO run_queue (run_id, organization_id, lane, device_id, needs, conversations, created_at)
SELECT id, organization_id, coalesce('device:' || device_id, 'needs:' || array_to_string(needs, ',')),
	device_id, needs, conversations, created_at
FROM runs WHERE status = 'queued';
