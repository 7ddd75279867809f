/**
 * Every setting of the server: one table. The configuration is parsed by it (config.ts) and
 * docs/configuration.md is written from it (scripts/configuration-docs.mjs).
 */
import { compile } from '@fastify/proxy-addr';
import { parseGrant } from '@parley/egress/grants';
import { judgeAddress } from '@parley/engine/judge-address';
import { z } from 'zod';
import { editionNames } from './edition.ts';

/** Characters of the secret of an installation. */
export const secretLengthMin = 32;

export interface Setting<S extends z.ZodType = z.ZodType> {
  /** Description for the documentation, in one or two sentences. */
  about: string;
  /** Default for the documentation, if it is not a plain value. */
  defaultShown?: string;
  isSecret?: true;
  schema: S;
}

function setting<S extends z.ZodType>(definition: Setting<S>): Setting<S> {
  return definition;
}

const days = z.coerce.number().int().min(1).max(3650);

const port = z.coerce.number().int().min(1).max(65_535);
/** Null where there is no limit. */
const limit = z
  .union([z.literal('off'), z.coerce.number().min(1).max(1_000_000)], {
    error: 'must be a number from 1 to 1000000, or `off`',
  })
  .transform((value) => (value === 'off' ? null : value))
  .nullable();
const isOn = (initially: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(initially)
    .transform((value) => value === 'on');
const entriesOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
const list = z.string().default('').transform(entriesOf);
const url = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((address) => address.replace(/\/+$/, ''));

/** A list of which each entry is one of these. */
const listOf = (isOne: (entry: string) => boolean, what: string) =>
  list.refine((entries) => entries.every(isOne), {
    error: `must be ${what}, separated by commas`,
  });

/** Checks a text with the function that will read it, which throws for invalid ones. */
function isTaken(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

const isDomain = (text: string) => /^[^\s@*./]+(\.[^\s@*./]+)+$/.test(text);

const isGrant = (text: string) => isTaken(parseGrant, text);

const judgeUrl = z.string().transform((written, context) => {
  const { url: address, problem } = judgeAddress(written);
  if (problem === undefined) return address;
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

/** As the reader of X-Forwarded-For takes them: an address, a network or a word for some. */
const isProxy = (text: string) => isTaken(compile, text);

/** Matches a host name without a port. */
const isHostName = (text: string) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);

function isHostAndPort(text: string): boolean {
  const [, number] = /^(?:\[[\da-f:.]+\]|[^\s/:@[\]]+):(\d{1,5})$/i.exec(text) ?? [];
  return Number(number) >= 1 && Number(number) <= 65_535;
}

/** What stays on this machine needs no encryption. */
const isEncryptedOrHere = (address: string) =>
  address.startsWith('wss:') ||
  ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(address).hostname);

const areasShown = '`*`; `nobody` where `PARLEY_EDITION=hosted`';

export const settings = {
  PORT: setting({
    about: 'Port of the dashboard and the API.',
    schema: port.default(3000),
  }),
  HOST: setting({
    about: 'Address to listen on. `0.0.0.0` serves the network; put a proxy with TLS before it.',
    schema: z.string().default('127.0.0.1'),
  }),
  PARLEY_PUBLIC_URL: setting({
    about: 'Where people reach the dashboard. Links in mails start with it.',
    defaultShown: '`http://localhost:PORT`',
    schema: url.optional(),
  }),
  PARLEY_HOSTS: setting({
    about:
      'Further names by which browsers and programs reach the server, separated by commas, where `PARLEY_PUBLIC_URL` is not the only one or a proxy passes another `Host` on. Requests with any other name are refused; names without a dot and IP addresses always work.',
    schema: listOf(isHostName, 'names such as parley.example.com'),
  }),
  PARLEY_EDITION: setting({
    about:
      'What kind of service this is. `self-hosted`: organizations have every area, no quota and no end. `hosted`: they begin with a trial, and plans are sold. The same for all servers on one database; more in [Billing and usage](billing-and-usage.md#editions).',
    defaultShown: '`self-hosted`; to be set where Stripe is',
    schema: z.enum(editionNames).optional(),
  }),
  DATABASE_URL: setting({
    about: 'A PostgreSQL 15 or newer, `postgresql://user:password@host:port/database`.',
    defaultShown: 'the embedded database, in the data folder',
    isSecret: true,
    schema: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must start with postgresql://' })
      .optional(),
  }),
  PARLEY_DATABASE_CONNECTIONS: setting({
    about: 'Connections to PostgreSQL at most, per process. The embedded database has one session.',
    schema: z.coerce.number().int().min(3).max(200).default(10),
  }),
  PARLEY_DATA_DIR: setting({
    about: 'Folder for the embedded database, mails that were not sent and other files.',
    schema: z.string().default('./data'),
  }),
  PARLEY_SECRET: setting({
    about: `Protects sessions and stored secrets; at least ${secretLengthMin} characters, the same for all servers on one database.`,
    defaultShown: 'made at the first start and kept in the data folder',
    isSecret: true,
    schema: z
      .string()
      .min(secretLengthMin, `must have at least ${secretLengthMin} characters`)
      .optional(),
  }),
  SMTP_URL: setting({
    about: 'Mail server, `smtp://user:password@host:587` or `smtps://…:465`.',
    defaultShown: 'mails are written to the data folder, and their links to the log',
    isSecret: true,
    schema: z
      .url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' })
      .optional(),
  }),
  PARLEY_MAIL_FROM: setting({
    about: 'Sender of mails.',
    schema: z
      .string()
      .regex(
        /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an address such as Parley <parley@example.com>',
      )
      .default('Parley <parley@localhost>'),
  }),
  PARLEY_EGRESS_ALLOW: setting({
    about:
      'Private addresses that test suites may reach, as `host:port` or `CIDR:port`, separated by commas. No organization reaches more; operators limit each of them to some. Public addresses are always allowed.',
    schema: listOf(isGrant, 'host:port or CIDR:port'),
  }),
  PARLEY_EGRESS_NEW: setting({
    about:
      'Which of these private addresses a new organization reaches: `all`, or `none` until an operator opens some.',
    defaultShown: '`all`; `none` where `PARLEY_EDITION=hosted`',
    schema: z.enum(['all', 'none']).optional(),
  }),
  PARLEY_REQUEST_RATE: setting({
    about:
      'Requests per second to a host that nobody has proven to be theirs: of all runs, explorations and load tests together, whoever starts them. What is beyond it waits; no run fails by it. `off`: no limit.',
    schema: limit.default(50),
  }),
  PARLEY_REQUEST_RATE_PROVEN: setting({
    about:
      'The same for a host that an organization has proven to be its own ([load testing](load-testing.md)), or that `PARLEY_LOAD_TARGETS` names.',
    schema: limit.default(10_000),
  }),
  PARLEY_REQUEST_RATE_ADDRESS: setting({
    about: 'The same for one address, whatever names lead there, where nobody has proven them.',
    schema: limit.default(1000),
  }),
  PARLEY_REQUEST_RATE_PRIVATE: setting({
    about: 'The same for a host at an address that `PARLEY_EGRESS_ALLOW` opens.',
    defaultShown: '`off`',
    schema: limit.default(null),
  }),
  PARLEY_DEMO_BOT: setting({
    about:
      'Whether the demo bot, which the first test suite talks to, runs beside the server. Where API and workers are processes of their own it does not.',
    schema: isOn('on'),
  }),
  PARLEY_DEMO_BOT_PORT: setting({
    about:
      'Port of the demo bot on the loopback address. If it is in use, the demo bot takes another one and keeps it for later starts.',
    schema: port.default(3001),
  }),
  PARLEY_SUITE_MEGABYTES: setting({
    about:
      'Megabytes that the test suites of one organization hold together at most. `off`: no limit.',
    schema: limit.default(500),
  }),
  PARLEY_RUN_SLOTS: setting({
    about: 'Runs that one worker carries out at the same time.',
    schema: z.coerce.number().int().min(1).max(1000).default(10),
  }),
  PARLEY_BROWSER: setting({
    about:
      'Program of the Chrome or Chromium that opens the pages of browser tests, on the workers.',
    defaultShown: 'the Chromium of Playwright, or that of the system',
    schema: z.string().optional(),
  }),
  PARLEY_BROWSER_SANDBOX: setting({
    about:
      'Whether that browser confines its pages itself. `off` only in a container that confines it anyway. It cannot if the server runs as root.',
    schema: isOn('on'),
  }),
  PARLEY_PHONE_ALLOW: setting({
    about:
      'Who may be called, separated by commas: numbers such as `+12025550123` and SIP addresses such as `sip:100@pbx.example.com`, with `*` for any characters. Premium numbers never are.',
    defaultShown: 'nobody',
    // As they are compared: digits without gaps, and `sip:` for calls over TLS as well.
    schema: listOf(
      (entry) => /^(?:\+[\d*]+|\*\S*|sip:\S+)$/i.test(entry),
      'numbers such as +12025550123 and addresses such as sip:100@pbx.example.com',
    ),
  }),
  PARLEY_SIP_TRUNKS: setting({
    about:
      'Trunks that calls leave by, separated by commas, the first one unless a device names another: `sip:user:password@sip.example.com` over UDP, `sips:…` over TLS with encrypted audio; `;register` behind it where the trunk wants a registration.',
    defaultShown: 'none: only SIP addresses can be called',
    isSecret: true,
    schema: list,
  }),
  PARLEY_TWILIO_ACCOUNT_SID: setting({
    about:
      'Account of Twilio that calls leave by, as the trunk `twilio`, after those of PARLEY_SIP_TRUNKS.',
    schema: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 digits and letters from a to f')
      .optional(),
  }),
  PARLEY_TWILIO_AUTH_TOKEN: setting({
    about: 'The auth token of that account: proves calls to Twilio, and their audio to Parley.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_TWILIO_FROM: setting({
    about:
      'A number of that account, `+12025550123`: calls leave from it unless their device has another.',
    schema: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'must be a number with its country code, such as +12025550123')
      .optional(),
  }),
  PARLEY_TWILIO_STREAM_URL: setting({
    about:
      'Where Twilio reaches this worker from the internet, `wss://calls.example.com/`, by a proxy with TLS. Each worker needs its own.',
    schema: z
      .url({ protocol: /^wss?$/, error: 'must start with wss://' })
      .refine((address) => !/[?#]/.test(address), 'must have no query: Twilio takes none')
      .refine(isEncryptedOrHere, 'must start with wss://')
      .optional(),
  }),
  PARLEY_TWILIO_STREAM_PORT: setting({
    about: 'Port, on `HOST`, that the worker listens on for it.',
    schema: port.default(3002),
  }),
  PARLEY_TWILIO_URL: setting({
    about: 'Address of the API of Twilio; another region has its own.',
    defaultShown: '`https://api.twilio.com`',
    schema: url.optional(),
  }),
  PARLEY_CALL_SLOTS: setting({
    about:
      'Calls that one worker holds at the same time. One organization gets three quarters of them at most; further calls wait for their turn.',
    schema: z.coerce.number().int().min(1).max(10_000).default(60),
  }),
  PARLEY_CALL_MINUTES: setting({
    about: 'Minutes after which a call is ended.',
    schema: z.coerce.number().int().min(1).max(60).default(10),
  }),
  PARLEY_SPEECH_CONFIDENCE: setting({
    about:
      'A transcript that its recognizer believes in less than this, from 0 to 1, makes a step undecided instead of passed or failed.',
    schema: z.coerce.number().min(0).max(1).default(0.5),
  }),
  PARLEY_TTS: setting({
    about:
      'Who speaks on calls: `local` (programs of the workers), `openai` (and services that speak like it), `polly`, `google` or `watson`.',
    schema: z.enum(['local', 'openai', 'polly', 'google', 'watson']).default('local'),
  }),
  PARLEY_TTS_URL: setting({
    about:
      'Address of that service, up to its version: `https://speech.example/v1`. Watson needs it.',
    defaultShown: 'that of the provider',
    schema: url.optional(),
  }),
  PARLEY_TTS_KEY: setting({
    about: 'Key of that service. For Polly: the id of the access key, a colon, the secret.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_TTS_MODEL: setting({
    about: 'Model of that service, for `openai`.',
    defaultShown: '`gpt-4o-mini-tts`',
    schema: z.string().optional(),
  }),
  PARLEY_TTS_REGION: setting({
    about: 'Region of that service, for `polly`: `eu-central-1`.',
    schema: z.string().optional(),
  }),
  PARLEY_STT: setting({
    about:
      'Who understands what lines say: `local` (a program of the workers, for synthetic voices only), `openai` (and services that listen like it), `google` or `watson`. What lines say is sent there.',
    schema: z.enum(['local', 'openai', 'google', 'watson']).default('local'),
  }),
  PARLEY_STT_URL: setting({
    about: 'Address of that service, up to its version; Watson shows it with its key.',
    defaultShown: 'that of the service',
    schema: url.optional(),
  }),
  PARLEY_STT_KEY: setting({
    about: 'Key of that service.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_STT_MODEL: setting({
    about: 'Model of that service.',
    defaultShown: '`whisper-1` of `openai`, that for telephone calls of `watson`',
    schema: z.string().optional(),
  }),
  PARLEY_RUN_DAYS: setting({
    about:
      'How many days runs with their conversations, and load tests, are kept, whatever the plan says.',
    defaultShown: 'by the plan',
    schema: days.optional(),
  }),
  PARLEY_EVIDENCE_DAYS: setting({
    about:
      'How many days screenshots, recordings, traces and logs of runs are kept; not longer than the run.',
    defaultShown: 'by the plan',
    schema: days.optional(),
  }),
  PARLEY_AUDIT_DAYS: setting({
    about: 'How many days entries of the audit log are kept.',
    defaultShown: 'by the plan',
    schema: days.optional(),
  }),
  PARLEY_S3_URL: setting({
    about:
      'A bucket of Amazon S3 or of what speaks its protocol, for the files of runs, as `https://s3.eu-central-1.amazonaws.com/bucket`. For several machines that share no folder.',
    defaultShown: 'none: files lie in the data folder',
    schema: url.optional(),
  }),
  PARLEY_S3_REGION: setting({
    about: 'Region of the bucket.',
    schema: z.string().default('us-east-1'),
  }),
  PARLEY_S3_KEY_ID: setting({
    about: 'Access key that may read, write, list and delete in the bucket.',
    schema: z.string().optional(),
  }),
  PARLEY_S3_SECRET: setting({
    about: 'Secret of that access key.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_JUDGE_URL: setting({
    about:
      'A language model with chat completions as OpenAI defined them, which decides the expectations with `=?`: `https://…/v1` or `https://…/v1/chat/completions`. What bots reply is sent there.',
    defaultShown: 'none: such expectations are errors',
    schema: judgeUrl.optional(),
  }),
  PARLEY_JUDGE_MODEL: setting({
    about: 'The model that judges.',
    schema: z.string().default('gpt-4o-mini'),
  }),
  PARLEY_JUDGE_KEY: setting({
    about: 'Sent to the judge as a bearer token.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_JUDGE_VOTES: setting({
    about:
      'How often the judge is asked, and how many votes have to be in favour: `2/3` is two of three.',
    schema: z
      .string()
      .regex(/^[1-9]\/[1-9]$/, 'must be votes needed / votes asked, such as 2/3')
      .default('1/1'),
  }),
  PARLEY_JUDGE_TIMEOUT: setting({
    about: 'Seconds within which all votes on one expectation have to be in.',
    schema: z.coerce.number().int().min(1).max(600).default(30),
  }),
  PARLEY_LOAD_TESTING_FOR: setting({
    about:
      'Email addresses or domains, separated by commas, of the people for whom load testing is switched on. `*` stands for all, `nobody` for none.',
    defaultShown: areasShown,
    schema: z.string().transform(entriesOf).optional(),
  }),
  PARLEY_LOAD_USERS: setting({
    about:
      'Virtual users of load tests at a time at most, for an organization and for a bot that several organizations load.',
    schema: z.coerce.number().int().min(1).max(1_000_000).default(5000),
  }),
  PARLEY_LOAD_TARGETS: setting({
    about:
      'Bots, as `host:port` separated by commas, that may be loaded without a proof of control. The demo bot always may.',
    schema: listOf(isHostAndPort, 'host:port'),
  }),
  PARLEY_RATE_LIMITS: setting({
    about:
      'Limits of requests per address, and refusal while the server is overloaded. `off` only where a proxy in front limits them.',
    schema: isOn('on'),
  }),
  PARLEY_TRUSTED_PROXIES: setting({
    about:
      'Addresses of the proxies in front or of their network, `10.0.0.7` or `10.0.0.0/8`, separated by commas: whose X-Forwarded-For is believed.',
    schema: listOf(isProxy, 'addresses such as 10.0.0.7 or 10.0.0.0/8'),
  }),
  PARLEY_LOG_LEVEL: setting({
    about: 'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  }),
  PARLEY_OPERATORS: setting({
    about:
      'Email addresses, separated by commas, of the people who operate this installation. Once they have proven their address, they see the page `/operations`.',
    schema: listOf((one) => /^[^@\s]+@[^@\s]+$/.test(one), 'email addresses'),
  }),
  PARLEY_METRICS_PORT: setting({
    about:
      'Port of the metrics in the format of Prometheus, `/metrics`, at the address `HOST`. It also answers `/livez` and `/readyz`, for workers too.',
    defaultShown: 'none: no metrics',
    schema: port.optional(),
  }),
  PARLEY_METRICS_TOKEN: setting({
    about:
      'Bearer token that the metrics are given out for. Needed where `HOST` is not this machine alone.',
    isSecret: true,
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    about:
      'Where traces are sent, by OTLP over HTTP, for example `http://localhost:4318`. The other variables of OpenTelemetry count as well, such as `OTEL_SERVICE_NAME` and `OTEL_TRACES_SAMPLER`.',
    defaultShown: 'none: no traces',
    schema: url.optional(),
  }),
  PARLEY_DRAIN_SECONDS: setting({
    about:
      'How long a server that was told to stop goes on serving while `/readyz` already says no, so that a balancer in front sends nobody there any more.',
    schema: z.coerce.number().min(0).max(10).default(0),
  }),
  PARLEY_SALES_EMAIL: setting({
    about: 'Where “contact sales” leads.',
    schema: z.string().default('sales@parley.example'),
  }),
  PARLEY_SUPPORT_EMAIL: setting({
    about: 'Where “contact support” leads.',
    schema: z.string().default('support@parley.example'),
  }),
  PARLEY_DOCS_URL: setting({
    about: 'Where “documentation” leads.',
    defaultShown: 'the API description, `/docs`',
    schema: url.optional(),
  }),
  PARLEY_PRIVACY_URL: setting({
    about: 'Where “privacy policy” leads.',
    schema: url.default('https://parley.example/privacy'),
  }),
  PARLEY_OLD_DASHBOARD_URL: setting({
    about: 'Where “Old Dashboard” leads. Without it the user menu does not offer it.',
    schema: url.optional(),
  }),
  PARLEY_UTILITIES_URL: setting({
    about:
      'Server that the dashboard sends leads to, at `/generateParleyLead` below this address. Another origin has to allow `POST` from the dashboard’s own by CORS.',
    defaultShown: 'this server',
    schema: url.optional(),
  }),
  PARLEY_SIGN_UP: setting({
    about:
      'Who may make an account without an invitation: `*` for everybody, `nobody`, or email domains, separated by commas, which need `PARLEY_VERIFY_EMAIL=on`. Addresses of `PARLEY_OPERATORS` may in any case.',
    schema: z
      .string()
      .default('*')
      .transform((text) => entriesOf(text.toLowerCase()))
      .refine((entries) => /^(\*|nobody)$/.test(entries.join()) || entries.every(isDomain), {
        error: 'must be `*`, `nobody` or email domains, separated by commas',
      }),
  }),
  PARLEY_ORGANIZATION_DOMAINS: setting({
    about:
      'Email domains, separated by commas, whose people may create further organizations. `*` stands for all.',
    schema: list,
  }),
  PARLEY_EXPLORATORY_TESTING_FOR: setting({
    about:
      'Email addresses or domains, separated by commas, of the people for whom exploratory testing is switched on. `*` stands for all, `nobody` for none.',
    defaultShown: areasShown,
    schema: z.string().transform(entriesOf).optional(),
  }),
  PARLEY_VERIFY_EMAIL: setting({
    about:
      'Whether a new account has to follow a mailed link before it counts as verified. `off`: every account does from the start.',
    schema: isOn('off'),
  }),
  PARLEY_AUTH_GENERIC_ERRORS: setting({
    about:
      'Whether a failed sign-in says the same for an unknown email as for a wrong password, so that nobody can find out who has an account.',
    schema: isOn('off'),
  }),
  PARLEY_LOCAL_SIGNIN: setting({
    about:
      'Whether whoever is at this very machine may sign in as any user, at the address `/signin/userID/…` with a code that the server prints when it starts. Needs a `HOST` and a `PARLEY_PUBLIC_URL` of this machine.',
    schema: isOn('off'),
  }),
  PARLEY_GOOGLE_CLIENT_ID: setting({
    about:
      'Client for the sign-in with Google. Its redirect address is PUBLIC_URL/api/auth/callback/google.',
    defaultShown: 'none: the sign-in with Google is off',
    schema: z.string().optional(),
  }),
  PARLEY_GOOGLE_CLIENT_SECRET: setting({
    about: 'Secret of that client.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_GOOGLE_ISSUER: setting({
    about: 'Who stands for Google. Another address is for trying things out.',
    schema: url.default('https://accounts.google.com'),
  }),
  PARLEY_IBM_ISSUER: setting({
    about: 'OpenID Connect issuer for the sign-in with IBM.',
    defaultShown: 'none: the sign-in with IBM is off',
    schema: url.optional(),
  }),
  PARLEY_IBM_CLIENT_ID: setting({
    about: 'Client for the sign-in with IBM. Its redirect address is PUBLIC_URL/ibm-login.',
    schema: z.string().optional(),
  }),
  PARLEY_IBM_CLIENT_SECRET: setting({
    about: 'Secret of that client.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_SSO_DOMAINS: setting({
    about:
      'Email domains, separated by commas, whose single sign-on needs no DNS record. `acme.com=ID` is for the organization with this id. `acme.com` is for one organization, the first that sets it up, and is refused where everybody may sign up (`PARLEY_SIGN_UP`).',
    schema: list,
  }),
  PARLEY_IDENTITY: setting({
    about:
      'Who keeps accounts and passwords: `embedded`, which is Parley itself, or `firebase`, a project of Firebase or Google Identity Platform.',
    schema: z.enum(['embedded', 'firebase']).default('embedded'),
  }),
  PARLEY_FIREBASE_PROJECT: setting({
    about: 'Id of the Firebase project.',
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9-]{2,62}$/, 'must be the id of a project')
      .optional(),
  }),
  PARLEY_FIREBASE_API_KEY: setting({
    about: 'Web API key of the Firebase project. It is no secret: the dashboard shows it.',
    schema: z.string().optional(),
  }),
  PARLEY_FIREBASE_AUTH_DOMAIN: setting({
    about: 'Host of the sign-in windows of the Firebase project.',
    defaultShown: '`PROJECT.firebaseapp.com`',
    schema: z
      .string()
      .regex(/^[a-z0-9.-]+(:\d+)?$/i, 'must be a host name')
      .optional(),
  }),
  PARLEY_FIREBASE_SERVICE_ACCOUNT: setting({
    about:
      'JSON key of a service account of the Firebase project, or the path of its file. It signs custom tokens, which single sign-on and the sign-in with IBM need.',
    defaultShown: 'none: no custom tokens',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_FIREBASE_KEYS_URL: setting({
    about: 'Public keys of the tokens of Firebase. Another address is for trying things out.',
    schema: url.default(
      'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    ),
  }),
  FIREBASE_AUTH_EMULATOR_HOST: setting({
    about:
      'For development: `host:port` of the Firebase Auth emulator. Its tokens are not signed, so the server does not start with it under `NODE_ENV=production`.',
    schema: z
      .string()
      .regex(/^[\w.-]+:\d+$/, 'must be host:port')
      .optional(),
  }),
  PARLEY_STRIPE_SECRET_KEY: setting({
    about:
      'Secret key of the Stripe account that plans are paid through. How to set it up: [Billing and usage](billing-and-usage.md).',
    defaultShown: 'none: plans are agreed on with sales',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_STRIPE_WEBHOOK_SECRET: setting({
    about:
      'Signing secret of the webhook at Stripe, whose address is PUBLIC_URL/internal/v1/stripe/events.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_STRIPE_PRICES: setting({
    about:
      'The prices of the plans that are for sale, as `plan=price_…` separated by commas. The plans are `startup`, `contact-centers` and `enterprise`.',
    schema: list,
  }),
  PARLEY_STRIPE_URL: setting({
    about: 'The API of Stripe. Another address is for trying things out.',
    schema: url.default('https://api.stripe.com'),
  }),
  PARLEY_INTERCOM_APP_ID: setting({
    about: 'App ID of the Intercom support chat, as clients read it from the settings.',
    defaultShown: 'none: no support chat',
    schema: z.string().min(1).optional(),
  }),
  PARLEY_INTERCOM_SECRET: setting({
    about: 'Identity verification secret of the Intercom support chat.',
    defaultShown: 'none: no support chat',
    isSecret: true,
    schema: z.string().optional(),
  }),
} as const satisfies Record<string, Setting>;

export type Settings = {
  [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']>;
};
