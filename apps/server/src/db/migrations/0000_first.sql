CREATE TABLE "alert_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"classes" jsonb NOT NULL,
	"after_minutes" integer NOT NULL,
	"remind_every_minutes" integer,
	"sealed_target" text NOT NULL,
	"target_shown" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"alert_id" text,
	"kind" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"suite_id" text,
	"suite_name" text NOT NULL,
	"classes" jsonb NOT NULL,
	"run_id" text,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"access" text NOT NULL,
	"beginning" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"actor_email" text NOT NULL,
	"api_key_name" text,
	"address" text,
	"target" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"organization_id" text,
	"subscription_id" text,
	"state" text DEFAULT 'none' NOT NULL,
	"plan_id" text,
	"renews_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp with time zone,
	CONSTRAINT "billing_accounts_organization_id_unique" UNIQUE("organization_id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (lower("devices"."name" collate "und-x-icu")) STORED NOT NULL,
	"platform" text NOT NULL,
	"locale" text NOT NULL,
	"concurrency_limit" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"health" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_concurrency_limit" CHECK ("devices"."concurrency_limit" > 0)
);
--> statement-breakpoint
CREATE TABLE "exploration_events" (
	"exploration_id" text NOT NULL,
	"seq" integer NOT NULL,
	"event" jsonb NOT NULL,
	CONSTRAINT "exploration_events_exploration_id_seq_pk" PRIMARY KEY("exploration_id","seq")
);
--> statement-breakpoint
CREATE TABLE "explorations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"suite_id" text,
	"configuration" jsonb NOT NULL,
	"started_by" text,
	"started_by_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_active_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"device_id" text,
	"device" jsonb,
	"has_evidence" boolean DEFAULT false NOT NULL,
	"conversation" integer DEFAULT 0 NOT NULL,
	"conversation_status" text DEFAULT 'none' NOT NULL,
	"conversation_seq" integer DEFAULT 0 NOT NULL,
	"turns_said" integer DEFAULT 0 NOT NULL,
	"turns_answered" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp with time zone,
	"lease_owner" text,
	"lease_expires_at" timestamp with time zone,
	"last_seq" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quarantines" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"suite_id" text NOT NULL,
	"test_name" text NOT NULL,
	"reason" text NOT NULL,
	"created_by" text,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "run_days" (
	"organization_id" text NOT NULL,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"platform" text NOT NULL,
	"trigger" text NOT NULL,
	"outcome" text NOT NULL,
	"failure_classes" text[] NOT NULL,
	"runs" integer NOT NULL,
	"repeated" integer DEFAULT 0 NOT NULL,
	"tests_passed" integer NOT NULL,
	"tests_failed" integer NOT NULL,
	"duration_ms" bigint NOT NULL,
	"latencies" integer[] NOT NULL,
	CONSTRAINT "run_days_key" PRIMARY KEY("organization_id","subject","day","platform","trigger","outcome","failure_classes")
);
--> statement-breakpoint
CREATE TABLE "run_results" (
	"run_id" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL,
	"failure_classes" text[] NOT NULL,
	"tests_passed" integer NOT NULL,
	"tests_failed" integer NOT NULL,
	"duration_ms" bigint NOT NULL,
	"latencies" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "step_days" (
	"organization_id" text NOT NULL,
	"suite_id" text NOT NULL,
	"test_name" text NOT NULL,
	"step" integer NOT NULL,
	"day" date NOT NULL,
	"platform" text NOT NULL,
	"trigger" text NOT NULL,
	"latencies" integer[] NOT NULL,
	CONSTRAINT "step_days_key" PRIMARY KEY("suite_id","test_name","step","day","platform","trigger")
);
--> statement-breakpoint
CREATE TABLE "test_results" (
	"run_id" text NOT NULL,
	"test" integer NOT NULL,
	"organization_id" text NOT NULL,
	"suite_id" text NOT NULL,
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"failure_class" text,
	"duration_ms" integer,
	"attempt" smallint NOT NULL,
	"is_quarantined" boolean NOT NULL,
	"steps" jsonb NOT NULL,
	CONSTRAINT "test_results_run_id_test_pk" PRIMARY KEY("run_id","test")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"sealed_answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"email" text NOT NULL,
	"feedback" text NOT NULL,
	"path" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" text PRIMARY KEY NOT NULL,
	"lead" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "load_results" (
	"load_test_id" text NOT NULL,
	"share" integer NOT NULL,
	"attempt" integer NOT NULL,
	"totals" jsonb NOT NULL,
	"failures" jsonb NOT NULL,
	CONSTRAINT "load_results_load_test_id_share_attempt_pk" PRIMARY KEY("load_test_id","share","attempt")
);
--> statement-breakpoint
CREATE TABLE "load_samples" (
	"load_test_id" text NOT NULL,
	"second" integer NOT NULL,
	"share" integer NOT NULL,
	"attempt" integer NOT NULL,
	"sample" jsonb NOT NULL,
	CONSTRAINT "load_samples_load_test_id_second_share_attempt_pk" PRIMARY KEY("load_test_id","second","share","attempt")
);
--> statement-breakpoint
CREATE TABLE "load_shares" (
	"load_test_id" text NOT NULL,
	"share" integer NOT NULL,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"workers_lost" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_expires_at" timestamp with time zone,
	CONSTRAINT "load_shares_load_test_id_share_pk" PRIMARY KEY("load_test_id","share")
);
--> statement-breakpoint
CREATE TABLE "load_targets" (
	"organization_id" text NOT NULL,
	"host" text NOT NULL,
	"token" text NOT NULL,
	"proven_at" timestamp with time zone,
	"proven_by" text,
	CONSTRAINT "load_targets_organization_id_host_pk" PRIMARY KEY("organization_id","host")
);
--> statement-breakpoint
CREATE TABLE "load_tests" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"suite_id" text,
	"name" text NOT NULL,
	"suite_name" text NOT NULL,
	"source" text NOT NULL,
	"selected_tests" jsonb,
	"target_host" text NOT NULL,
	"profile" jsonb NOT NULL,
	"think_time_ms" integer NOT NULL,
	"thresholds" jsonb NOT NULL,
	"peak_users" integer NOT NULL,
	"shares" integer NOT NULL,
	"status" text NOT NULL,
	"started_by" text,
	"started_by_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"stop_requested_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"workers_lost" integer DEFAULT 0 NOT NULL,
	"incidents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"summary" jsonb
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"email" text PRIMARY KEY NOT NULL,
	"alerts" boolean DEFAULT true NOT NULL,
	"usage" boolean DEFAULT true NOT NULL,
	"runs" text DEFAULT 'never' NOT NULL,
	"runs_since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exclusion_calendars" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"windows" jsonb NOT NULL,
	"holidays" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitor_slots" (
	"suite_id" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"run_id" text,
	"retries_used" integer DEFAULT 0 NOT NULL,
	"result" text,
	"failure_classes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "monitor_slots_suite_id_slot_pk" PRIMARY KEY("suite_id","slot")
);
--> statement-breakpoint
CREATE TABLE "monitors" (
	"suite_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"next_at" timestamp with time zone,
	"planned_at" timestamp with time zone,
	"planned_config" jsonb,
	"paused_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "status_pages" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"is_public" boolean NOT NULL,
	"is_listed" boolean NOT NULL,
	"suites" jsonb NOT NULL,
	CONSTRAINT "status_pages_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_active_at" timestamp with time zone,
	"last_current_at" timestamp with time zone,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"api_url" text,
	"subscription_status" text NOT NULL,
	"plan_id" text,
	"subscription_ends_at" timestamp with time zone,
	"requires_activation" boolean DEFAULT false NOT NULL,
	"onboarding_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"kind" text,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"unsubscribe_url" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "organization_totals" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"projects" integer DEFAULT 0 NOT NULL,
	"webchat_suites" integer DEFAULT 0 NOT NULL,
	"phone_suites" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"parent_project_id" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"webchat_suites" integer DEFAULT 0 NOT NULL,
	"phone_suites" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_suite_counts" CHECK ("projects"."webchat_suites" >= 0 and "projects"."phone_suites" >= 0)
);
--> statement-breakpoint
CREATE TABLE "run_events" (
	"run_id" text NOT NULL,
	"first_seq" integer NOT NULL,
	"last_seq" integer NOT NULL,
	"lines" text NOT NULL,
	CONSTRAINT "run_events_run_id_last_seq_pk" PRIMARY KEY("run_id","last_seq")
);
--> statement-breakpoint
CREATE TABLE "run_shares" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"run_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_opened_at" timestamp with time zone,
	CONSTRAINT "run_shares_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"suite_id" text,
	"project_id" text,
	"suite_name" text NOT NULL,
	"project_name" text NOT NULL,
	"platform" text NOT NULL,
	"source" text NOT NULL,
	"suite_version" text GENERATED ALWAYS AS (md5("runs"."source")) STORED NOT NULL,
	"suite_revision" integer DEFAULT 1 NOT NULL,
	"selected_tests" jsonb,
	"device_id" text,
	"device" jsonb,
	"conversations" integer,
	"conversations_held" integer,
	"trigger" text NOT NULL,
	"started_by" text,
	"started_by_name" text,
	"status" text NOT NULL,
	"counts" jsonb NOT NULL,
	"failure_classes" text[] DEFAULT '{}' NOT NULL,
	"planned_interactions" integer DEFAULT 0 NOT NULL,
	"cancel_requested_at" timestamp with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"overridden_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"worker_version" text,
	"workers_lost" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_expires_at" timestamp with time zone,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"is_repeated" boolean DEFAULT false NOT NULL,
	"has_evidence" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_processes" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"clock_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sso_providers" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"issuer" text NOT NULL,
	"domain" text NOT NULL,
	"domain_verified" boolean DEFAULT false NOT NULL,
	"user_id" text,
	"saml_config" text,
	"metadata_url" text,
	"oidc_config" text,
	CONSTRAINT "sso_providers_organization_id_unique" UNIQUE("organization_id"),
	CONSTRAINT "sso_providers_company" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE TABLE "suites" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"project_id" text NOT NULL,
	"device_id" text,
	"name" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (lower("suites"."name" collate "und-x-icu")) STORED NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"platform" text NOT NULL,
	"source" text NOT NULL,
	"test_count" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_monitoring" boolean DEFAULT false NOT NULL,
	"monitoring_config" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quota_warnings" (
	"organization_id" text NOT NULL,
	"period" date NOT NULL,
	"kind" text NOT NULL,
	"quota" integer NOT NULL,
	"level" integer NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quota_warnings_organization_id_period_kind_quota_level_pk" PRIMARY KEY("organization_id","period","kind","quota","level")
);
--> statement-breakpoint
CREATE TABLE "usage_events" (
	"organization_id" text NOT NULL,
	"day" date DEFAULT (now() at time zone 'utc')::date NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "usage_events_organization_id_day_kind_source_pk" PRIMARY KEY("organization_id","day","kind","source")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jwks" (
	"id" text PRIMARY KEY NOT NULL,
	"alg" text,
	"crv" text,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"proven_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_failed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"email_proven_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"sessions_ended_at" timestamp with time zone,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"job_title" text,
	"newsletter" boolean,
	"survey_completed" boolean DEFAULT false NOT NULL,
	"onboarding_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"json" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"load_testing_enabled" boolean DEFAULT false NOT NULL,
	"exploratory_testing_enabled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_channel_id_alert_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exploration_events" ADD CONSTRAINT "exploration_events_exploration_id_explorations_id_fk" FOREIGN KEY ("exploration_id") REFERENCES "public"."explorations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explorations" ADD CONSTRAINT "explorations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explorations" ADD CONSTRAINT "explorations_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explorations" ADD CONSTRAINT "explorations_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explorations" ADD CONSTRAINT "explorations_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantines" ADD CONSTRAINT "quarantines_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantines" ADD CONSTRAINT "quarantines_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantines" ADD CONSTRAINT "quarantines_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_days" ADD CONSTRAINT "run_days_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_results" ADD CONSTRAINT "run_results_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_results" ADD CONSTRAINT "load_results_load_test_id_load_tests_id_fk" FOREIGN KEY ("load_test_id") REFERENCES "public"."load_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_samples" ADD CONSTRAINT "load_samples_load_test_id_load_tests_id_fk" FOREIGN KEY ("load_test_id") REFERENCES "public"."load_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_shares" ADD CONSTRAINT "load_shares_load_test_id_load_tests_id_fk" FOREIGN KEY ("load_test_id") REFERENCES "public"."load_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_targets" ADD CONSTRAINT "load_targets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_tests" ADD CONSTRAINT "load_tests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_tests" ADD CONSTRAINT "load_tests_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_tests" ADD CONSTRAINT "load_tests_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusion_calendars" ADD CONSTRAINT "exclusion_calendars_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_slots" ADD CONSTRAINT "monitor_slots_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_pages" ADD CONSTRAINT "status_pages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_totals" ADD CONSTRAINT "organization_totals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_parent_project_id_projects_id_fk" FOREIGN KEY ("parent_project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_shares" ADD CONSTRAINT "run_shares_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_shares" ADD CONSTRAINT "run_shares_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_suite_id_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."suites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suites" ADD CONSTRAINT "suites_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suites" ADD CONSTRAINT "suites_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suites" ADD CONSTRAINT "suites_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_warnings" ADD CONSTRAINT "quota_warnings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_channels_organization" ON "alert_channels" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "alert_deliveries_due" ON "alert_deliveries" USING btree ("next_attempt_at") WHERE "alert_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_deliveries_channel" ON "alert_deliveries" USING btree ("channel_id","created_at","id");--> statement-breakpoint
CREATE INDEX "alert_deliveries_alert" ON "alert_deliveries" USING btree ("alert_id","channel_id");--> statement-breakpoint
CREATE INDEX "alert_deliveries_organization" ON "alert_deliveries" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("suite_id") WHERE "alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_newest" ON "alerts" USING btree ("organization_id","opened_at","id");--> statement-breakpoint
CREATE INDEX "alerts_suite" ON "alerts" USING btree ("suite_id");--> statement-breakpoint
CREATE INDEX "api_keys_membership" ON "api_keys" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_organization" ON "audit_entries" USING btree ("organization_id","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("organization_id","actor_id","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_age" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "billing_accounts_synced" ON "billing_accounts" USING btree ("synced_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_name" ON "devices" USING btree ("organization_id","search_name");--> statement-breakpoint
CREATE INDEX "devices_by_name" ON "devices" USING btree ("organization_id","search_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "explorations_newest" ON "explorations" USING btree ("organization_id","last_active_at","id");--> statement-breakpoint
CREATE INDEX "explorations_open" ON "explorations" USING btree ("conversation_status","lease_expires_at");--> statement-breakpoint
CREATE INDEX "explorations_suite" ON "explorations" USING btree ("suite_id");--> statement-breakpoint
CREATE INDEX "explorations_device" ON "explorations" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "explorations_started_by" ON "explorations" USING btree ("started_by");--> statement-breakpoint
CREATE UNIQUE INDEX "quarantines_open" ON "quarantines" USING btree ("suite_id","test_name") WHERE "quarantines"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "test_results_series" ON "test_results" USING btree ("suite_id","name","at");--> statement-breakpoint
CREATE INDEX "load_shares_open" ON "load_shares" USING btree ("status","lease_expires_at");--> statement-breakpoint
CREATE INDEX "load_tests_newest" ON "load_tests" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "load_tests_open" ON "load_tests" USING btree ("status");--> statement-breakpoint
CREATE INDEX "load_tests_suite" ON "load_tests" USING btree ("suite_id");--> statement-breakpoint
CREATE INDEX "load_tests_started_by" ON "load_tests" USING btree ("started_by");--> statement-breakpoint
CREATE UNIQUE INDEX "exclusion_calendars_name" ON "exclusion_calendars" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "monitor_slots_slot" ON "monitor_slots" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "monitor_slots_unjudged" ON "monitor_slots" USING btree ("slot") WHERE "monitor_slots"."outcome" = 'run' and "monitor_slots"."result" is null;--> statement-breakpoint
CREATE INDEX "monitors_organization" ON "monitors" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email" ON "invitations" USING btree ("organization_id","email");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_mails_due" ON "outbox_mails" USING btree ("sent_at","next_attempt_at");--> statement-breakpoint
CREATE INDEX "outbox_mails_recipient" ON "outbox_mails" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "outbox_mails_kind" ON "outbox_mails" USING btree ("kind","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "projects_name" ON "projects" USING btree ("organization_id",coalesce("parent_project_id", ''),lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "projects_by_name" ON "projects" USING btree ("organization_id","name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "projects_by_change" ON "projects" USING btree ("organization_id","modified_at","name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "projects_by_suites" ON "projects" USING btree ("organization_id",("webchat_suites" + "phone_suites"),"name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "projects_parent" ON "projects" USING btree ("parent_project_id");--> statement-breakpoint
CREATE INDEX "run_shares_run" ON "run_shares" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_shares_end" ON "run_shares" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "runs_newest" ON "runs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_suite" ON "runs" USING btree ("suite_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_project" ON "runs" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_status" ON "runs" USING btree ("organization_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_trigger" ON "runs" USING btree ("organization_id","trigger","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_platform" ON "runs" USING btree ("organization_id","platform","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_blamed" ON "runs" USING btree ("organization_id","created_at","id") WHERE "runs"."failure_classes" <> '{}';--> statement-breakpoint
CREATE INDEX "runs_served" ON "runs" USING btree ("organization_id","started_at") WHERE "runs"."started_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_finished" ON "runs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "runs_with_evidence" ON "runs" USING btree ("organization_id","created_at") WHERE "runs"."has_evidence";--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("status","lease_expires_at");--> statement-breakpoint
CREATE INDEX "runs_device" ON "runs" USING btree ("device_id","created_at","id") WHERE "runs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "runs_of_device" ON "runs" USING btree ("device_id") WHERE "runs"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_started_by" ON "runs" USING btree ("started_by") WHERE "runs"."started_by" is not null;--> statement-breakpoint
CREATE INDEX "suites_organization_name" ON "suites" USING btree ("organization_id","search_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "suites_organization_platform" ON "suites" USING btree ("organization_id","platform","search_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "suites_organization_modified" ON "suites" USING btree ("organization_id","modified_at","id","platform","search_name");--> statement-breakpoint
CREATE INDEX "suites_project_name" ON "suites" USING btree ("project_id","organization_id","search_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "suites_project_platform" ON "suites" USING btree ("project_id","organization_id","platform","search_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "suites_project_modified" ON "suites" USING btree ("project_id","organization_id","modified_at","id","platform","search_name");--> statement-breakpoint
CREATE INDEX "suites_device" ON "suites" USING btree ("device_id") WHERE "suites"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "suites_monitored" ON "suites" USING btree ("organization_id") WHERE "suites"."is_monitoring";--> statement-breakpoint
CREATE INDEX "usage_events_day" ON "usage_events" USING btree ("day","organization_id");--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_provider" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expiry" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");