ALTER TABLE "alert_channels" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD COLUMN "created_by_name" text;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_channels_created_by" ON "alert_channels" USING btree ("created_by") WHERE "alert_channels"."created_by" is not null;