CREATE TABLE "alert_recipients" (
	"organization_id" text NOT NULL,
	"recipient" text NOT NULL,
	"status" text NOT NULL,
	"asks" integer NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_recipients_organization_id_recipient_pk" PRIMARY KEY("organization_id","recipient")
);
--> statement-breakpoint
ALTER TABLE "alert_channels" ADD COLUMN "asks_recipients" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_recipients" ADD CONSTRAINT "alert_recipients_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;