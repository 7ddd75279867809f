-- Left over where an earlier release, which knows neither, was restored over this one.
DROP TABLE IF EXISTS "usage_days", "uncounted_days" CASCADE;
--> statement-breakpoint
CREATE TABLE "uncounted_days" (
	"day" date PRIMARY KEY NOT NULL,
	"counted_to" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"organization_id" text NOT NULL,
	"day" date NOT NULL,
	"shard" integer NOT NULL,
	"interactions" bigint NOT NULL,
	"call_seconds" bigint NOT NULL,
	CONSTRAINT "usage_days_organization_id_day_shard_pk" PRIMARY KEY("organization_id","day","shard")
);
--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_days_day" ON "usage_days" USING btree ("day","organization_id");--> statement-breakpoint
-- Never waits for a row: of those of the day it takes one that nobody holds, or begins one of its own.
CREATE OR REPLACE FUNCTION add_usage(organization text, on_day date, added_interactions bigint, added_seconds bigint)
RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	IF added_interactions = 0 AND added_seconds = 0 THEN
		RETURN;
	END IF;
	UPDATE usage_days
	SET interactions = interactions + added_interactions, call_seconds = call_seconds + added_seconds
	WHERE organization_id = organization AND day = on_day AND shard = (
		SELECT shard FROM usage_days
		WHERE organization_id = organization AND day = on_day AND shard > 0
		ORDER BY shard LIMIT 1
		FOR NO KEY UPDATE SKIP LOCKED
	);
	IF NOT found THEN
		INSERT INTO usage_days AS known (organization_id, day, shard, interactions, call_seconds)
		VALUES (organization, on_day, greatest(pg_backend_pid(), 1), added_interactions, added_seconds)
		ON CONFLICT (organization_id, day, shard) DO UPDATE SET
			interactions = known.interactions + excluded.interactions,
			call_seconds = known.call_seconds + excluded.call_seconds;
	END IF;
END
$$;
--> statement-breakpoint
-- A trigger, not the program: a worker of the release before writes events and knows no counters.
CREATE OR REPLACE FUNCTION follow_usage() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM add_usage(organization_id, day,
			coalesce(sum(quantity) FILTER (WHERE kind = 'interactions'), 0),
			coalesce(sum(quantity) FILTER (WHERE kind = 'call-seconds'), 0))
		FROM added GROUP BY organization_id, day;
	ELSIF TG_OP = 'UPDATE' THEN
		PERFORM add_usage(organization_id, day,
			coalesce(sum(quantity) FILTER (WHERE kind = 'interactions'), 0)::bigint,
			coalesce(sum(quantity) FILTER (WHERE kind = 'call-seconds'), 0)::bigint)
		FROM (
			SELECT organization_id, day, kind, quantity::bigint FROM added
			UNION ALL
			SELECT organization_id, day, kind, -quantity::bigint FROM taken
		) change GROUP BY organization_id, day;
	ELSE
		-- Those of an organization that is deleted go with it.
		PERFORM add_usage(organization_id, day,
			-coalesce(sum(quantity) FILTER (WHERE kind = 'interactions'), 0),
			-coalesce(sum(quantity) FILTER (WHERE kind = 'call-seconds'), 0))
		FROM taken WHERE EXISTS (SELECT FROM organizations WHERE id = taken.organization_id)
		GROUP BY organization_id, day;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER usage_events_added AFTER INSERT ON usage_events
	REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION follow_usage();
--> statement-breakpoint
CREATE TRIGGER usage_events_changed AFTER UPDATE ON usage_events
	REFERENCING OLD TABLE AS taken NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION follow_usage();
--> statement-breakpoint
CREATE TRIGGER usage_events_removed AFTER DELETE ON usage_events
	REFERENCING OLD TABLE AS taken
	FOR EACH STATEMENT EXECUTE FUNCTION follow_usage();
--> statement-breakpoint
-- From one day to the next in the index: however many events there are, they are counted later, in parts.
INSERT INTO uncounted_days (day)
WITH RECURSIVE days(day) AS (
	(SELECT min(day) FROM usage_events)
	UNION ALL
	SELECT (SELECT min(day) FROM usage_events WHERE usage_events.day > days.day) FROM days WHERE day IS NOT NULL
)
SELECT day FROM days WHERE day IS NOT NULL;
