CREATE TABLE "alert_counts" (
	"organization_id" text NOT NULL,
	"day" date NOT NULL,
	"medium" text NOT NULL,
	"is_test" boolean NOT NULL,
	"recipient" text NOT NULL,
	"sent" integer NOT NULL,
	CONSTRAINT "alert_counts_organization_id_day_medium_is_test_recipient_pk" PRIMARY KEY("organization_id","day","medium","is_test","recipient")
);
--> statement-breakpoint
ALTER TABLE "alert_counts" ADD CONSTRAINT "alert_counts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_counts_day" ON "alert_counts" USING btree ("day");