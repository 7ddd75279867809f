-- Left over where an earlier release, which does not know it, was restored over this one.
DROP TABLE IF EXISTS "suite_bytes";
--> statement-breakpoint
CREATE TABLE "suite_bytes" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "suite_bytes" ADD CONSTRAINT "suite_bytes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE OR REPLACE FUNCTION follow_suite_bytes() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO suite_bytes AS held (organization_id, bytes)
		SELECT organization_id, sum(octet_length(source)) FROM added GROUP BY organization_id ORDER BY organization_id
		ON CONFLICT (organization_id) DO UPDATE SET bytes = held.bytes + excluded.bytes;
	ELSIF TG_OP = 'UPDATE' THEN
		UPDATE suite_bytes held SET bytes = held.bytes + changed.bytes
		FROM (
			SELECT organization_id, sum(bytes) AS bytes
			FROM (
				SELECT organization_id, octet_length(source) AS bytes FROM added
				UNION ALL
				SELECT organization_id, -octet_length(source) FROM taken
			) both_ways
			GROUP BY organization_id
		) changed
		WHERE held.organization_id = changed.organization_id AND changed.bytes <> 0;
	ELSE
		UPDATE suite_bytes held SET bytes = held.bytes - gone.bytes
		FROM (
			SELECT organization_id, sum(octet_length(source)) AS bytes FROM taken GROUP BY organization_id
		) gone
		WHERE held.organization_id = gone.organization_id;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER suite_bytes_added AFTER INSERT ON suites
	REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION follow_suite_bytes();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER suite_bytes_changed AFTER UPDATE ON suites
	REFERENCING OLD TABLE AS taken NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION follow_suite_bytes();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER suite_bytes_removed AFTER DELETE ON suites
	REFERENCING OLD TABLE AS taken
	FOR EACH STATEMENT EXECUTE FUNCTION follow_suite_bytes();
--> statement-breakpoint
INSERT INTO suite_bytes (organization_id, bytes)
SELECT organization_id, sum(octet_length(source)) FROM suites GROUP BY organization_id;
