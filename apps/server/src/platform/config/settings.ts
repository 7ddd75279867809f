/**
 * All settings of the server in one table. config.ts parses the environment with it, and scripts/configuration-docs.mjs
 * generates docs/configuration.md from it.
 */
import { compile } from '@fastify/proxy-addr';
import { parseGrant } from '@parley/egress/grants';
import { judgeAddress } from '@parley/engine/judge-address';
import { z } from 'zod';
import { editionNames } from './edition.ts';

/** Minimum length of an installation's secret, in characters. */
export const secretLengthMin = 32;

export interface Setting<S extends z.ZodType = z.ZodType> {
  /** Description for the documentation: one or two sentences, or more if necessary. */
  about: string;
  /** Default as the documentation shows it, if it is not a plain value. */
  defaultShown?: string;
  isSecret?: true;
  schema: S;
}

function setting<S extends z.ZodType>(definition: Setting<S>): Setting<S> {
  return definition;
}

const days = z.coerce.number().int().min(1).max(3650);

const port = z.coerce.number().int().min(1).max(65_535);
/** A number from 1 to 1,000,000, or null if the text is `off`. */
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

/** A list whose entries all pass `isOne`. `what` describes them in the error. */
const listOf = (isOne: (entry: string) => boolean, what: string) =>
  list.refine((entries) => entries.every(isOne), {
    error: `must be ${what}, separated by commas`,
  });

/** Checks a text with the function that will parse it, which throws for invalid texts. */
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

/** Accepts what the parser of X-Forwarded-For accepts: an address, a network or a predefined name. */
const isProxy = (text: string) => isTaken(compile, text);

/** Matches a host name without a port. */
const isHostName = (text: string) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);

function isHostAndPort(text: string): boolean {
  const [, number] = /^(?:\[[\da-f:.]+\]|[^\s/:@[\]]+):(\d{1,5})$/i.exec(text) ?? [];
  return Number(number) >= 1 && Number(number) <= 65_535;
}

/** Accepts TLS addresses and addresses on this machine, which need no encryption. */
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
    about: 'Address to listen on. `0.0.0.0` serves the network; put a TLS proxy in front of it.',
    schema: z.string().default('127.0.0.1'),
  }),
  PARLEY_PUBLIC_URL: setting({
    about: 'Address at which people reach the dashboard. Links in emails start with it.',
    defaultShown: '`http://localhost:PORT`',
    schema: url.optional(),
  }),
  PARLEY_HOSTS: setting({
    about:
      'Other names by which browsers and programs reach the server, separated by commas, for example if a proxy passes on a different `Host`. Requests with any other name are refused; names without a dot and IP addresses always work.',
    schema: listOf(isHostName, 'names such as parley.example.com'),
  }),
  PARLEY_EDITION: setting({
    about:
      'Kind of service. `self-hosted`: organizations have every area, without a quota or an end date. `hosted`: they start with a trial, and plans are sold. Use the same value for all servers on one database; see [Billing and usage](billing-and-usage.md#editions).',
    defaultShown: '`self-hosted`; required with Stripe',
    schema: z.enum(editionNames).optional(),
  }),
  DATABASE_URL: setting({
    about: 'PostgreSQL 15 or newer, `postgresql://user:password@host:port/database`.',
    defaultShown: 'the embedded database, in the data folder',
    isSecret: true,
    schema: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must start with postgresql://' })
      .optional(),
  }),
  PARLEY_DATABASE_CONNECTIONS: setting({
    about:
      'Maximum number of PostgreSQL connections per process. The embedded database has one session.',
    schema: z.coerce.number().int().min(3).max(200).default(10),
  }),
  PARLEY_DATA_DIR: setting({
    about: 'Folder for the embedded database, unsent emails and other files.',
    schema: z.string().default('./data'),
  }),
  PARLEY_SECRET: setting({
    about: `Protects sessions and stored secrets; at least ${secretLengthMin} characters, the same for all servers on one database.`,
    defaultShown: 'generated at the first start and kept in the data folder',
    isSecret: true,
    schema: z
      .string()
      .min(secretLengthMin, `must have at least ${secretLengthMin} characters`)
      .optional(),
  }),
  PARLEY_PREVIOUS_SECRET: setting({
    about:
      'The secret that `npm run operator -- rotate-secret` replaces with `PARLEY_SECRET`. Servers ignore it; remove it afterwards.',
    defaultShown: 'none',
    isSecret: true,
    schema: z
      .string()
      .min(secretLengthMin, `must have at least ${secretLengthMin} characters`)
      .optional(),
  }),
  SMTP_URL: setting({
    about:
      'Mail server, `smtp://user:password@host:587` or `smtps://…:465`. A certificate authority of your own goes into `NODE_EXTRA_CA_CERTS`.',
    defaultShown: 'emails are written to the data folder, and their links to the log',
    isSecret: true,
    schema: z
      .url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' })
      .optional(),
  }),
  PARLEY_MAIL_FROM: setting({
    about: 'Sender of emails.',
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
      'Private addresses that test suites may reach, as `host:port` or `CIDR:port`, separated by commas. Operators can limit each organization to some of them. Public addresses are always allowed.',
    schema: listOf(isGrant, 'host:port or CIDR:port'),
  }),
  PARLEY_EGRESS_NEW: setting({
    about:
      'Which of these private addresses a new organization may reach: `all`, or `none` until an operator opens some.',
    defaultShown: '`all`; `none` with `PARLEY_EDITION=hosted`',
    schema: z.enum(['all', 'none']).optional(),
  }),
  PARLEY_REQUEST_RATE: setting({
    about:
      'Requests per second to an unverified host, shared by all runs, explorations and load tests. Requests beyond it wait; no run fails because of it. `off`: no limit.',
    schema: limit.default(50),
  }),
  PARLEY_REQUEST_RATE_PROVEN: setting({
    about:
      'The same for a host that an organization has verified as its own ([load testing](load-testing.md)), or that `PARLEY_LOAD_TARGETS` names.',
    schema: limit.default(10_000),
  }),
  PARLEY_REQUEST_RATE_ADDRESS: setting({
    about: 'The same for one IP address, for all unverified names that resolve to it.',
    schema: limit.default(1000),
  }),
  PARLEY_REQUEST_RATE_PRIVATE: setting({
    about: 'The same for a host at an address that `PARLEY_EGRESS_ALLOW` opens.',
    defaultShown: '`off`',
    schema: limit.default(null),
  }),
  PARLEY_DEMO_BOT: setting({
    about:
      'Runs the demo bot, which the first test suite uses, beside the server. It never runs if API and workers are separate processes.',
    schema: isOn('on'),
  }),
  PARLEY_DEMO_BOT_PORT: setting({
    about:
      'Port of the demo bot on the loopback address. If it is in use, the demo bot takes another one and keeps it for later starts.',
    schema: port.default(3001),
  }),
  PARLEY_SUITE_MEGABYTES: setting({
    about: 'Maximum size of all test suites of one organization, in megabytes. `off`: no limit.',
    schema: limit.default(500),
  }),
  PARLEY_RUN_SLOTS: setting({
    about: 'Concurrent runs of one worker.',
    schema: z.coerce.number().int().min(1).max(1000).default(10),
  }),
  PARLEY_BROWSER: setting({
    about: 'Path of Chrome or Chromium on the workers, for browser tests.',
    defaultShown: 'Playwright’s Chromium, or the system’s',
    schema: z.string().optional(),
  }),
  PARLEY_BROWSER_SANDBOX: setting({
    about:
      'Sandbox of that browser. Set it to `off` only in a container that isolates the browser anyway. It cannot be used if the server runs as root.',
    schema: isOn('on'),
  }),
  PARLEY_PHONE_ALLOW: setting({
    about:
      'Numbers and addresses that may be called, separated by commas: numbers such as `+12025550123` and SIP addresses such as `sip:100@pbx.example.com`, with `*` for any characters. Premium numbers are always refused.',
    defaultShown: 'nobody',
    // In normalized form: digits without spaces, and `sip:` even for calls over TLS.
    schema: listOf(
      (entry) => /^(?:\+[\d*]+|\*\S*|sip:\S+)$/i.test(entry),
      'numbers such as +12025550123 and addresses such as sip:100@pbx.example.com',
    ),
  }),
  PARLEY_SIP_TRUNKS: setting({
    about:
      'Trunks for calls, separated by commas: `sip:user:password@sip.example.com` over UDP, `sips:…` over TLS with encrypted audio; append `;register` if the trunk requires a registration. Calls use the first one unless a device names another.',
    defaultShown: 'none: only SIP addresses can be called',
    isSecret: true,
    schema: list,
  }),
  PARLEY_TWILIO_ACCOUNT_SID: setting({
    about:
      'Twilio account for calls, available as the trunk `twilio`, after those of PARLEY_SIP_TRUNKS.',
    schema: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 digits and letters from a to f')
      .optional(),
  }),
  PARLEY_TWILIO_AUTH_TOKEN: setting({
    about:
      'Auth token of that account. It authenticates calls to Twilio, and their audio to Parley.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_TWILIO_FROM: setting({
    about:
      'Number of that account, `+12025550123`, from which calls are placed unless their device has another.',
    schema: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'must be a number with its country code, such as +12025550123')
      .optional(),
  }),
  PARLEY_TWILIO_STREAM_URL: setting({
    about:
      'Address at which Twilio reaches this worker from the internet through a TLS proxy, `wss://calls.example.com/`. Each worker needs its own.',
    schema: z
      .url({ protocol: /^wss?$/, error: 'must start with wss://' })
      .refine((address) => !/[?#]/.test(address), 'must have no query: Twilio takes none')
      .refine(isEncryptedOrHere, 'must start with wss://')
      .optional(),
  }),
  PARLEY_TWILIO_STREAM_PORT: setting({
    about: 'Port for that address, on `HOST`.',
    schema: port.default(3002),
  }),
  PARLEY_TWILIO_URL: setting({
    about: 'Address of the Twilio API; other regions have their own.',
    defaultShown: '`https://api.twilio.com`',
    schema: url.optional(),
  }),
  PARLEY_CALL_SLOTS: setting({
    about:
      'Concurrent calls of one worker. One organization gets at most three quarters of them; further calls wait.',
    schema: z.coerce.number().int().min(1).max(10_000).default(60),
  }),
  PARLEY_CALL_MINUTES: setting({
    about: 'Maximum length of a call, in minutes.',
    schema: z.coerce.number().int().min(1).max(60).default(10),
  }),
  PARLEY_SPEECH_CONFIDENCE: setting({
    about:
      'Raises the confidence, 0 to 1, that a transcript needs to decide a step. It is never lower than the calibrated one.',
    schema: z.coerce.number().min(0).max(1).default(0.5),
  }),
  PARLEY_SPEECH_CALIBRATION: setting({
    about:
      'File of `parley ears calibrate`, which says how sure the recognizer has to be on your lines. Without it, transcripts from a speech service decide nothing.',
    schema: z.string().optional(),
  }),
  PARLEY_TTS: setting({
    about:
      'Speech synthesis for calls: `local` (programs on the workers), `openai` (and compatible services), `polly`, `google` or `watson`.',
    schema: z.enum(['local', 'openai', 'polly', 'google', 'watson']).default('local'),
  }),
  PARLEY_TTS_URL: setting({
    about:
      'Address of that service, up to its version: `https://speech.example/v1`. Required for Watson.',
    defaultShown: 'the provider’s',
    schema: url.optional(),
  }),
  PARLEY_TTS_KEY: setting({
    about: 'Key of that service. For Polly: the access key id, a colon, and the secret.',
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
      'Speech recognition for calls: `local` (a program on the workers, for synthetic voices only), `openai` (and compatible services), `google` or `watson`. The audio of lines is sent there.',
    schema: z.enum(['local', 'openai', 'google', 'watson']).default('local'),
  }),
  PARLEY_STT_URL: setting({
    about: 'Address of that service, up to its version; Watson shows it with its key.',
    defaultShown: 'the provider’s',
    schema: url.optional(),
  }),
  PARLEY_STT_KEY: setting({
    about: 'Key of that service.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_STT_MODEL: setting({
    about: 'Model of that service.',
    defaultShown: '`whisper-1` for `openai`, the telephony model for `watson`',
    schema: z.string().optional(),
  }),
  PARLEY_RUN_DAYS: setting({
    about:
      'Days for which runs with their conversations, and load tests, are kept, regardless of the plan.',
    defaultShown: 'by the plan',
    schema: days.optional(),
  }),
  PARLEY_EVIDENCE_DAYS: setting({
    about:
      'Days for which screenshots, recordings, traces and logs of runs are kept; never longer than the run.',
    defaultShown: 'by the plan',
    schema: days.optional(),
  }),
  PARLEY_AUDIT_DAYS: setting({
    about: 'Days for which entries of the audit log are kept.',
    defaultShown: 'by the plan',
    schema: days.optional(),
  }),
  PARLEY_S3_URL: setting({
    about:
      'Bucket of Amazon S3 or a compatible service for the files of runs, as `https://s3.eu-central-1.amazonaws.com/bucket`. For several machines without a shared folder.',
    defaultShown: 'none: files are in the data folder',
    schema: url.optional(),
  }),
  PARLEY_S3_REGION: setting({
    about: 'Region of the bucket.',
    schema: z.string().default('us-east-1'),
  }),
  PARLEY_S3_KEY_ID: setting({
    about: 'Access key with the rights to read, write, list and delete in the bucket.',
    schema: z.string().optional(),
  }),
  PARLEY_S3_SECRET: setting({
    about: 'Secret of that access key.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_JUDGE_URL: setting({
    about:
      'Language model with an OpenAI-compatible chat completions API, which decides expectations with `=?`: `https://…/v1` or `https://…/v1/chat/completions`. Replies of bots are sent there. A certificate authority of your own goes into `NODE_EXTRA_CA_CERTS`.',
    defaultShown: 'none: such expectations are errors',
    schema: judgeUrl.optional(),
  }),
  PARLEY_JUDGE_MODEL: setting({
    about: 'Model of the judge.',
    schema: z.string().default('gpt-4o-mini'),
  }),
  PARLEY_JUDGE_KEY: setting({
    about: 'Sent to the judge as a bearer token.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_JUDGE_VOTES: setting({
    about: 'Number of votes of the judge, and how many must agree: `2/3` is two of three.',
    schema: z
      .string()
      .regex(/^[1-9]\/[1-9]$/, 'must be votes needed / votes asked, such as 2/3')
      .default('1/1'),
  }),
  PARLEY_JUDGE_TIMEOUT: setting({
    about: 'Time limit of all votes on one expectation, in seconds.',
    schema: z.coerce.number().int().min(1).max(600).default(30),
  }),
  PARLEY_LOAD_TESTING_FOR: setting({
    about:
      'Email addresses or domains, separated by commas, of the people who may use load testing. `*` stands for all, `nobody` for none.',
    defaultShown: areasShown,
    schema: z.string().transform(entriesOf).optional(),
  }),
  PARLEY_LOAD_USERS: setting({
    about:
      'Maximum number of concurrent virtual users of an organization, and of a bot that several organizations load.',
    schema: z.coerce.number().int().min(1).max(1_000_000).default(5000),
  }),
  PARLEY_LOAD_TARGETS: setting({
    about:
      'Bots, as `host:port` separated by commas, that may be loaded without verification. The demo bot always may.',
    schema: listOf(isHostAndPort, 'host:port'),
  }),
  PARLEY_RATE_LIMITS: setting({
    about:
      'Limits requests per address, and refuses requests while the server is overloaded. Set it to `off` only if a proxy in front limits them.',
    schema: isOn('on'),
  }),
  PARLEY_TRUSTED_PROXIES: setting({
    about:
      'Addresses of the proxies in front, or of their network, whose X-Forwarded-For is trusted: `10.0.0.7` or `10.0.0.0/8`, separated by commas.',
    schema: listOf(isProxy, 'addresses such as 10.0.0.7 or 10.0.0.0/8'),
  }),
  PARLEY_LOG_LEVEL: setting({
    about: 'Log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  }),
  PARLEY_OPERATORS: setting({
    about:
      'Email addresses, separated by commas, of the people who operate this installation. Once they have verified their address, they see the page `/operations`.',
    schema: listOf((one) => /^[^@\s]+@[^@\s]+$/.test(one), 'email addresses'),
  }),
  PARLEY_METRICS_PORT: setting({
    about:
      'Port of the metrics in Prometheus format, `/metrics`, on the address `HOST`. It also serves `/livez` and `/readyz`, including on workers.',
    defaultShown: 'none: no metrics',
    schema: port.optional(),
  }),
  PARLEY_METRICS_TOKEN: setting({
    about: 'Bearer token for the metrics. Required if `HOST` is not a loopback address.',
    isSecret: true,
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    about:
      'Destination of traces, by OTLP over HTTP, for example `http://localhost:4318`. The other OpenTelemetry variables work, too, such as `OTEL_SERVICE_NAME` and `OTEL_TRACES_SAMPLER`.',
    defaultShown: 'none: no traces',
    schema: url.optional(),
  }),
  PARLEY_DRAIN_SECONDS: setting({
    about:
      'Time for which a stopping server keeps serving while `/readyz` already fails, so that a load balancer stops sending requests.',
    schema: z.coerce.number().min(0).max(10).default(0),
  }),
  PARLEY_SALES_EMAIL: setting({
    about: 'Address behind “contact sales”.',
    schema: z.string().default('sales@parley.example'),
  }),
  PARLEY_SUPPORT_EMAIL: setting({
    about: 'Address behind “contact support”.',
    schema: z.string().default('support@parley.example'),
  }),
  PARLEY_DOCS_URL: setting({
    about: 'Address behind “Read our docs”.',
    defaultShown: 'the guide, `/guide`',
    schema: url.optional(),
  }),
  PARLEY_PRIVACY_URL: setting({
    about: 'Address behind “privacy policy”.',
    schema: url.default('https://parley.example/privacy'),
  }),
  PARLEY_OLD_DASHBOARD_URL: setting({
    about: 'Address behind “Old Dashboard”. Without it, the user menu does not offer it.',
    schema: url.optional(),
  }),
  PARLEY_UTILITIES_URL: setting({
    about:
      'Server to which the dashboard sends leads, at `/generateParleyLead` below this address. A different origin must allow `POST` from the dashboard’s origin through CORS.',
    defaultShown: 'this server',
    schema: url.optional(),
  }),
  PARLEY_SIGN_UP: setting({
    about:
      'Who may create an account without an invitation: `*` for everybody, `nobody`, or email domains, separated by commas, which need `PARLEY_VERIFY_EMAIL=on`. Addresses of `PARLEY_OPERATORS` always may.',
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
      'Email domains, separated by commas, whose people may create more organizations. `*` stands for all.',
    schema: list,
  }),
  PARLEY_EXPLORATORY_TESTING_FOR: setting({
    about:
      'Email addresses or domains, separated by commas, of the people who may use exploratory testing. `*` stands for all, `nobody` for none.',
    defaultShown: areasShown,
    schema: z.string().transform(entriesOf).optional(),
  }),
  PARLEY_VERIFY_EMAIL: setting({
    about:
      'Requires new accounts to open an emailed link before they count as verified. `off`: every account is verified from the start.',
    schema: isOn('off'),
  }),
  PARLEY_AUTH_GENERIC_ERRORS: setting({
    about:
      'Gives the same error for an unknown email as for a wrong password, so that nobody can find out who has an account.',
    schema: isOn('off'),
  }),
  PARLEY_LOCAL_SIGNIN: setting({
    about:
      'Lets people at this machine sign in as any user, at the address `/signin/userID/…` with a code that the server prints at its start. Requires loopback addresses for `HOST` and `PARLEY_PUBLIC_URL`.',
    schema: isOn('off'),
  }),
  PARLEY_GOOGLE_CLIENT_ID: setting({
    about:
      'Client for sign-in with Google. Its redirect address is PUBLIC_URL/api/auth/callback/google.',
    defaultShown: 'none: sign-in with Google is off',
    schema: z.string().optional(),
  }),
  PARLEY_GOOGLE_CLIENT_SECRET: setting({
    about: 'Secret of that client.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_GOOGLE_ISSUER: setting({
    about: 'Issuer of Google. Use another address only for tests.',
    schema: url.default('https://accounts.google.com'),
  }),
  PARLEY_IBM_ISSUER: setting({
    about:
      'OpenID Connect issuer for sign-in with IBM. A certificate authority of your own goes into `NODE_EXTRA_CA_CERTS`.',
    defaultShown: 'none: sign-in with IBM is off',
    schema: url.optional(),
  }),
  PARLEY_IBM_CLIENT_ID: setting({
    about: 'Client for sign-in with IBM. Its redirect address is PUBLIC_URL/ibm-login.',
    schema: z.string().optional(),
  }),
  PARLEY_IBM_CLIENT_SECRET: setting({
    about: 'Secret of that client.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_SSO_DOMAINS: setting({
    about:
      'Email domains, separated by commas, whose single sign-on needs no DNS record. `acme.com=ID` is for the organization with this id. `acme.com` is for the first organization that sets it up, and is refused if everybody may sign up (`PARLEY_SIGN_UP`).',
    schema: list,
  }),
  PARLEY_IDENTITY: setting({
    about:
      'Where accounts and passwords are kept: `embedded`, which is Parley itself, or `firebase`, a project of Firebase or Google Identity Platform.',
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
    about: 'Web API key of the Firebase project. It is public: the dashboard contains it.',
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
      'JSON key of a service account of the Firebase project, or the path of its file. It signs custom tokens, which single sign-on and sign-in with IBM need.',
    defaultShown: 'none: no custom tokens',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_FIREBASE_KEYS_URL: setting({
    about: 'Public keys for Firebase tokens. Use another address only for tests.',
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
      'Secret key of the Stripe account for payments. For its setup, see [Billing and usage](billing-and-usage.md).',
    defaultShown: 'none: sales agree on plans with customers',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_STRIPE_WEBHOOK_SECRET: setting({
    about:
      'Signing secret of the Stripe webhook, whose address is PUBLIC_URL/internal/v1/stripe/events.',
    isSecret: true,
    schema: z.string().optional(),
  }),
  PARLEY_STRIPE_PRICES: setting({
    about:
      'Prices of the plans for sale, as `plan=price_…` separated by commas. The plans are `startup`, `contact-centers` and `enterprise`.',
    schema: list,
  }),
  PARLEY_STRIPE_URL: setting({
    about: 'Address of the Stripe API. Use another one only for tests.',
    schema: url.default('https://api.stripe.com'),
  }),
  PARLEY_INTERCOM_APP_ID: setting({
    about: 'App ID of the Intercom support chat.',
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
