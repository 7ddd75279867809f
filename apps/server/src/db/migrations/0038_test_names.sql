ALTER TABLE "suites" ADD COLUMN "test_names" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "suites" ADD COLUMN "search_test_names" text GENERATED ALWAYS AS (case when octet_length("suites"."test_names") = char_length("suites"."test_names")
    then lower("suites"."test_names" collate "C")
    else lower(regexp_replace(normalize("suites"."test_names", NFKD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu") collate "C"
  end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "suites" ADD COLUMN "test_names_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "suites_without_test_names" ON "suites" USING btree ("id") WHERE "suites"."test_names_version" <> "suites"."version";