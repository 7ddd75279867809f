/** The configuration, parsed once from the environment at startup. Errors name the variable. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from '../errors/start-error.ts';
import { type Edition, editionOf } from './edition.ts';
import { type PhoneConfig, readPhoneConfig } from './phone-config.ts';
import { withSecretFiles } from './secret-files.ts';
import { type Settings, settings } from './settings.ts';
import {
  localSignInProblem,
  readSignInConfig,
  type SignInConfig,
  vouchedDomainProblem,
} from './sign-in-config.ts';
import { readStripeConfig, type StripeConfig } from './stripe-config.ts';

/** Limits in requests per second; null means no limit. */
export interface RequestRates {
  host: number | null;
  proven: number | null;
  address: number | null;
  granted: number | null;
}

/** A bucket of Amazon S3 or a compatible service. */
export interface S3Config {
  /** URL of the bucket in path style without a trailing slash, such as `https://s3.eu-central-1.amazonaws.com/parley`. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  /** Other host names under which the server accepts requests. */
  hosts: string[];
  edition: Edition;
  databaseUrl: string | undefined;
  databaseConnectionsMax: number;
  dataFolder: string;
  secret: string | undefined;
  /** The secret that a rotation replaces. */
  previousSecret?: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  egressAllow: string[];
  /** Private addresses that a new organization may reach. */
  newEgress: 'all' | 'none';
  /** Null if the demo bot is turned off. */
  demoBotPort: number | null;
  requestRates: RequestRates;
  /** Size limit of all suites of an organization, in bytes; null means no limit. */
  suiteBytesMax: number | null;
  runSlots: number;
  /** Settings for runs in a browser. */
  browser: { program: string | undefined; hasSandbox: boolean };
  phone: PhoneConfig;
  /** Days for which runs are kept; null if the plan decides. The same goes for the next two. */
  runDays: number | null;
  evidenceDays: number | null;
  auditDays: number | null;
  /** Null if files are stored in the data folder. */
  s3: S3Config | null;
  /** Null if no judge is configured. */
  judge: JudgeConfig | null;
  /** Email addresses and domains of the people who may run load tests; `*` means everyone. */
  loadTestingFor: string[];
  loadUsersMax: number;
  loadTargets: string[];
  hasRateLimits: boolean;
  trustedProxies: string[];
  logLevel: Settings['PARLEY_LOG_LEVEL'];
  /** Email addresses of the operators. */
  operators: string[];
  /** Null if the server provides no metrics. */
  metrics: { port: number; token: string | undefined } | null;
  hasTraces: boolean;
  drainMs: number;
  salesEmail: string;
  supportEmail: string;
  docsUrl: string;
  privacyUrl: string;
  oldDashboardUrl: string | null;
  /** Null if this server takes the leads itself. */
  utilitiesUrl: string | null;
  /** Null if there is no support chat. */
  intercomAppId: string | null;
  /** Email domains whose people may create an account without an invitation; `*` means everyone. */
  signUpFor: string[];
  organizationDomains: string[];
  exploratoryTestingFor: string[];
  signIn: SignInConfig;
  /** Null if payments through Stripe are off. */
  stripe: StripeConfig | null;
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = parseSettings(environment);
  const publicUrl = values.PARLEY_PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const signIn = readSignInConfig(values, environment.NODE_ENV);
  const stripe = readStripeConfig(values);
  const edition = readEdition(values, stripe);
  const signUpFor = readSignUp(values);
  const problem =
    localSignInProblem(signIn, { host: values.HOST, publicUrl }) ??
    vouchedDomainProblem(signIn, signUpFor);
  if (problem !== null) throw new StartError(problem);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    hosts: values.PARLEY_HOSTS,
    edition,
    databaseUrl: values.DATABASE_URL,
    databaseConnectionsMax: values.PARLEY_DATABASE_CONNECTIONS,
    dataFolder: resolve(values.PARLEY_DATA_DIR),
    secret: values.PARLEY_SECRET,
    previousSecret: values.PARLEY_PREVIOUS_SECRET,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.PARLEY_MAIL_FROM,
    egressAllow: values.PARLEY_EGRESS_ALLOW,
    newEgress: values.PARLEY_EGRESS_NEW ?? (edition.sellsPlans ? 'none' : 'all'),
    requestRates: {
      host: values.PARLEY_REQUEST_RATE,
      proven: values.PARLEY_REQUEST_RATE_PROVEN,
      address: values.PARLEY_REQUEST_RATE_ADDRESS,
      granted: values.PARLEY_REQUEST_RATE_PRIVATE,
    },
    demoBotPort: values.PARLEY_DEMO_BOT ? values.PARLEY_DEMO_BOT_PORT : null,
    suiteBytesMax:
      values.PARLEY_SUITE_MEGABYTES === null ? null : values.PARLEY_SUITE_MEGABYTES * 1_000_000,
    runSlots: values.PARLEY_RUN_SLOTS,
    browser: { program: values.PARLEY_BROWSER, hasSandbox: values.PARLEY_BROWSER_SANDBOX },
    phone: readPhoneConfig(values),
    runDays: values.PARLEY_RUN_DAYS ?? null,
    evidenceDays: values.PARLEY_EVIDENCE_DAYS ?? null,
    auditDays: values.PARLEY_AUDIT_DAYS ?? null,
    s3: readS3(values),
    judge: readJudge(values),
    loadTestingFor: values.PARLEY_LOAD_TESTING_FOR ?? edition.areasFor,
    loadUsersMax: values.PARLEY_LOAD_USERS,
    loadTargets: values.PARLEY_LOAD_TARGETS,
    hasRateLimits: values.PARLEY_RATE_LIMITS,
    trustedProxies: values.PARLEY_TRUSTED_PROXIES,
    logLevel: values.PARLEY_LOG_LEVEL,
    operators: values.PARLEY_OPERATORS,
    metrics: readMetrics(values),
    hasTraces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined &&
      environment.OTEL_SDK_DISABLED?.toLowerCase() !== 'true',
    drainMs: values.PARLEY_DRAIN_SECONDS * 1000,
    salesEmail: values.PARLEY_SALES_EMAIL,
    supportEmail: values.PARLEY_SUPPORT_EMAIL,
    docsUrl: values.PARLEY_DOCS_URL ?? `${publicUrl}/guide/`,
    privacyUrl: values.PARLEY_PRIVACY_URL,
    oldDashboardUrl: values.PARLEY_OLD_DASHBOARD_URL ?? null,
    utilitiesUrl: values.PARLEY_UTILITIES_URL ?? null,
    intercomAppId: values.PARLEY_INTERCOM_APP_ID ?? null,
    signUpFor,
    organizationDomains: values.PARLEY_ORGANIZATION_DOMAINS,
    exploratoryTestingFor: values.PARLEY_EXPLORATORY_TESTING_FOR ?? edition.areasFor,
    signIn,
    stripe,
  };
}

/** Reads who may sign up. Domains require email verification: without it, anyone could claim an address at a domain. */
function readSignUp({ PARLEY_SIGN_UP: people, PARLEY_VERIFY_EMAIL }: Settings): string[] {
  if (people.includes('*')) return people;
  const domains = people.filter((entry) => entry !== 'nobody');
  if (domains.length > 0 && !PARLEY_VERIFY_EMAIL)
    throw new StartError(
      `PARLEY_SIGN_UP=${domains.join()} needs PARLEY_VERIFY_EMAIL=on: without it, anyone could sign up with any address.`,
    );
  return domains;
}

/**
 * Reads the edition. With Stripe it must be set explicitly: the default, self-hosted, would give new organizations for free
 * what others pay for.
 */
function readEdition({ PARLEY_EDITION: name }: Settings, stripe: StripeConfig | null): Edition {
  if (name === undefined && stripe !== null) {
    throw new StartError(
      'Payments by Stripe need PARLEY_EDITION. Set PARLEY_EDITION=hosted where organizations begin with a trial and buy a plan, PARLEY_EDITION=self-hosted where they have everything from the start.',
    );
  }
  return editionOf(name ?? 'self-hosted');
}

function readS3(values: Settings): S3Config | null {
  if (values.PARLEY_S3_URL === undefined) return null;
  const { PARLEY_S3_KEY_ID: keyId, PARLEY_S3_SECRET: secret } = values;
  if (keyId === undefined || secret === undefined) {
    throw new StartError('PARLEY_S3_URL needs PARLEY_S3_KEY_ID and PARLEY_S3_SECRET beside it.');
  }
  return { url: values.PARLEY_S3_URL, region: values.PARLEY_S3_REGION, keyId, secret };
}

function readMetrics(values: Settings): Config['metrics'] {
  const { PARLEY_METRICS_PORT: port, PARLEY_METRICS_TOKEN: token, HOST } = values;
  if (port === undefined) return null;
  if (token === undefined && !['127.0.0.1', '::1', 'localhost'].includes(HOST)) {
    throw new StartError(
      `HOST=${HOST} would expose the metrics to the network. Set PARLEY_METRICS_TOKEN as well.`,
    );
  }
  return { port, token };
}

interface JudgeConfig {
  url: string;
  model: string;
  key: string | undefined;
  votes: number;
  needed: number;
  timeoutMs: number;
}

function readJudge(values: Settings): JudgeConfig | null {
  if (values.PARLEY_JUDGE_URL === undefined) return null;
  const [needed = 1, votes = 1] = values.PARLEY_JUDGE_VOTES.split('/').map(Number);
  if (needed > votes) {
    throw new StartError(
      `PARLEY_JUDGE_VOTES asks for ${needed} of ${votes} votes. Write votes needed / votes asked.`,
    );
  }
  return {
    url: values.PARLEY_JUDGE_URL,
    model: values.PARLEY_JUDGE_MODEL,
    key: values.PARLEY_JUDGE_KEY,
    votes,
    needed,
    timeoutMs: values.PARLEY_JUDGE_TIMEOUT * 1000,
  };
}

function parseSettings(environment: Record<string, string | undefined>): Settings {
  const shape = Object.fromEntries(
    Object.entries(settings).map(([name, { schema }]) => [name, schema]),
  );
  // An empty variable counts as unset, because compose files and shells set empty variables.
  const all = withSecretFiles(environment);
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data as Settings;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new StartError(
    `The configuration is not valid:\n${lines.join('\n')}\nSee docs/configuration.md.`,
  );
}
