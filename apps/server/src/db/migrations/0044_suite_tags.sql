ALTER TABLE "suites" ADD COLUMN "test_tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "suites" ADD COLUMN "test_tags_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "suites_without_test_tags" ON "suites" USING btree ("id") WHERE "suites"."test_tags_version" <> "suites"."version";