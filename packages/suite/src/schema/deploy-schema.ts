/** JSON Schema of `parley.config.yml`, which `parley deploy` applies. A test compares it with how the command reads the file. */
import { defaultJudge, judgeNameLengthMax, judgeNamePattern } from '../format/model/judge-name.ts';
import { about, type JsonSchema } from './json-schema.ts';

const name: JsonSchema = { type: 'string', pattern: '\\S' };

const keys = (required: readonly string[], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

/** Accepts a list, or nothing after the key. */
const list = (items: JsonSchema): JsonSchema => ({ type: ['array', 'null'], items });

/** Accepts names with values, or nothing after the key. */
const mapping = (values: JsonSchema): JsonSchema => ({
  type: ['object', 'null'],
  additionalProperties: values,
});

const fromEnvironment = about(
  'The environment variable that holds the value, which must not be in the file.',
  keys(['env'], { env: about('Name of the environment variable.', name) }),
);

const monitor: JsonSchema = {
  type: ['boolean', 'null', 'object'],
  properties: {
    everyMinutes: about('Minutes between two runs, such as 5 or 60.', {
      type: 'integer',
      minimum: 1,
    }),
    cron: about('Cron expression: minute, hour, day, month, weekday. Replaces everyMinutes.', {
      type: ['string', 'null'],
      examples: ['0 8-18 * * 1-5'],
    }),
    timeZone: about('Time zone of the cron expression; UTC by default.', {
      type: ['string', 'null'],
      examples: ['Europe/Berlin'],
    }),
    calendars: about('Names of exclusion calendars. No run starts in their windows.', {
      type: 'array',
      items: name,
    }),
    environment: about('Name of the environment to run in.', { type: ['string', 'null'] }),
    repeat: about('Tries of each test: tries, or passRate, tolerate and maxTries.', {
      type: ['object', 'null'],
      properties: {
        passRate: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
        tolerate: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
        maxTries: { type: 'integer', minimum: 1 },
        tries: { type: 'integer', minimum: 1 },
      },
      additionalProperties: false,
    }),
    retries: about('Times that a failed run is repeated before it counts.', {
      type: 'integer',
      minimum: 0,
      maximum: 3,
    }),
    alertWhen: about(
      'An alert opens when this many of the last runs failed.',
      keys(['failures', 'of'], {
        failures: { type: 'integer', minimum: 1, maximum: 20 },
        of: { type: 'integer', minimum: 1, maximum: 20 },
      }),
    ),
  },
  additionalProperties: false,
};

const suite = keys(['name', 'file'], {
  name: about('Name on the server. Deploys match suites by it.', name),
  file: about(
    'Path of the text of the suite, from the folder of this file. The text contains its agent (channel) and its gate.',
    name,
  ),
  description: about('Description on the server.', name),
  device: about('Name of the virtual device; false for none.', {
    ...name,
    type: ['string', 'boolean'],
    not: { const: true },
  }),
  monitor: about(
    'Schedule of the monitor; true runs it every hour, and false turns it off.',
    monitor,
  ),
});

const environment = keys(['name'], {
  name: about('Name of the environment.', name),
  variables: about(
    'Variables, readable by every member.',
    mapping({ type: ['string', 'number', 'boolean'] }),
  ),
  secrets: about('Secrets, by name.', mapping(fromEnvironment)),
});

const project = keys(['name'], {
  name: about('Name of the project.', name),
  parent: about('Name of the project above.', name),
  library: about('Path of the file with the blocks for several suites.', name),
  agents: about('Path of the file with the agents that suites name.', name),
  suites: about('Test suites.', list(suite)),
  environments: about('Environments.', list(environment)),
});

const votes = (text: string): JsonSchema =>
  about(text, { type: 'integer', minimum: 1, maximum: 9 });

const judge = keys(['name'], {
  name: about('Name by which suites ask for the judge.', {
    type: 'string',
    pattern: judgeNamePattern,
    maxLength: judgeNameLengthMax,
    not: { const: defaultJudge },
  }),
  model: about('Model to ask; PARLEY_JUDGE_MODEL by default.', name),
  rubric: about('Rules for the judge, in addition to its instructions.', name),
  votes: votes('Number of votes; as in PARLEY_JUDGE_VOTES by default.'),
  needed: votes('Votes that have to agree; a majority if only the votes are given.'),
});

const needs = (kind: string, key: string): JsonSchema =>
  Object.fromEntries([
    ['if', { required: ['kind'], properties: { kind: { const: kind } } }],
    ['then', { required: [key] }],
  ]);

const channel: JsonSchema = {
  ...keys(['name', 'kind'], {
    name: about('Name of the alert channel.', name),
    kind: { enum: ['email', 'webhook', 'slack', 'teams', 'pagerduty'] },
    isEnabled: about('False keeps the channel silent.', { type: 'boolean', default: true }),
    classes: about('Failure classes to notify about; all if empty.', {
      type: ['array', 'null'],
      items: name,
    }),
    afterMinutes: about('Minutes that an alert must last before it is sent.', {
      type: 'integer',
      minimum: 0,
      maximum: 1440,
    }),
    remindEveryMinutes: about('Minutes between reminders; null for none.', {
      type: ['integer', 'null'],
      minimum: 15,
      maximum: 10_080,
    }),
    recipients: about('Email addresses.', list(name)),
    url: about('Address of the webhook, or the environment variable that holds it.', {
      type: ['string', 'object'],
      required: ['env'],
      properties: { env: name },
      additionalProperties: false,
    }),
    routingKey: fromEnvironment,
  }),
  allOf: [
    needs('email', 'recipients'),
    needs('webhook', 'url'),
    needs('slack', 'url'),
    needs('teams', 'url'),
    needs('pagerduty', 'routingKey'),
  ],
};

const time: JsonSchema = { type: 'string', examples: ['2026-12-24T17:00:00Z'], pattern: '\\S' };

const clock: JsonSchema = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' };

const exclusionCalendar = keys(['name', 'timeZone'], {
  name: about('Name of the calendar. Monitors name it under calendars.', name),
  timeZone: about('Time zone of its weekly windows and holidays.', {
    ...name,
    examples: ['Europe/Berlin'],
  }),
  windows: about(
    'Times at which no run starts.',
    list({
      anyOf: [
        keys(['kind', 'reason', 'start', 'end'], {
          kind: { const: 'once' },
          reason: name,
          start: time,
          end: time,
        }),
        keys(['kind', 'reason', 'days', 'from', 'to'], {
          kind: { const: 'weekly' },
          reason: name,
          days: about('Days of the week; 0 is Sunday.', {
            type: 'array',
            items: { type: 'integer', minimum: 0, maximum: 6 },
            minItems: 1,
          }),
          from: clock,
          to: about('If it is not after from, the window ends on the next day.', clock),
        }),
      ],
    }),
  ),
  holidays: about(
    'Public holidays, as whole days.',
    list(
      keys(['country'], {
        country: about('Two letters, such as DE.', name),
        region: about('State or region, such as BY.', { ...name, type: ['string', 'null'] }),
      }),
    ),
  ),
});

const pixels: JsonSchema = { type: 'integer', minimum: 200, maximum: 4096 };

const device = keys(['name', 'locale', 'settings'], {
  name: about('Name of the virtual device. Suites name it under device.', name),
  locale: about('Language and region, such as en-US.', name),
  concurrencyLimit: about('Maximum number of simultaneous conversations.', {
    type: 'integer',
    minimum: 1,
    maximum: 100,
  }),
  settings: {
    anyOf: [
      keys(['platform', 'browser', 'viewport'], {
        platform: { const: 'webchat' },
        browser: about('Browser of the visitor, such as chrome-windows or safari-iphone.', name),
        viewport: keys(['width', 'height'], { width: pixels, height: pixels }),
      }),
      keys(['platform', 'caller', 'voiceId'], {
        platform: { const: 'phone' },
        caller: {
          anyOf: [
            keys(['kind', 'number'], { kind: { const: 'number' }, number: name }),
            keys(['kind', 'address'], { kind: { const: 'sip' }, address: name }),
          ],
        },
        trunk: about('Host of the trunk with an optional port, or twilio; null for the default.', {
          ...name,
          type: ['string', 'null'],
        }),
        voiceId: about('Voice of the caller.', name),
      }),
    ],
  },
});

const webhook = keys(['name', 'url', 'events'], {
  name: about('Name of the webhook.', name),
  url: about('Address of your program, or the environment variable that holds it.', {
    type: ['string', 'object'],
    pattern: '\\S',
    required: ['env'],
    properties: { env: name },
    additionalProperties: false,
  }),
  events: about('Events to send.', {
    type: 'array',
    minItems: 1,
    items: {
      enum: [
        'run.finished',
        'gate.finished',
        'incident.opened',
        'incident.reopened',
        'incident.acknowledged',
        'incident.resolved',
      ],
    },
  }),
  isEnabled: about('False stops the messages, and true starts them again.', { type: 'boolean' }),
});

const statusPage: JsonSchema = {
  ...keys(['slug', 'title'], {
    slug: about('Last part of the address of the page.', {
      type: 'string',
      pattern: '^[a-z0-9]([a-z0-9-]{1,46})[a-z0-9]$',
    }),
    title: name,
    isPublic: about('True shows the page to everyone who knows its address.', { type: 'boolean' }),
    isListed: about('True lets search engines list the page.', { type: 'boolean' }),
    suites: about(
      'Monitored test suites on the page, in order.',
      list(
        keys(['project', 'suite'], {
          project: about('Name of the project of the suite.', name),
          parent: about('Name of the project above, if several projects have this name.', name),
          suite: about('Name of the suite.', name),
          label: about('Name on the page. Default: that of the suite.', name),
        }),
      ),
    ),
  }),
  type: ['object', 'null'],
};

/** @returns the schema of `parley.config.yml` */
export const deploySchema = (): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'What parley deploy applies (parley.config.yml)',
  type: 'object',
  properties: {
    server: about('Address of the server. --server takes precedence.', name),
    projects: about('Projects with their suites and environments.', list(project)),
    exclusionCalendars: about('Exclusion calendars of the organization.', list(exclusionCalendar)),
    devices: about('Virtual devices of the organization.', list(device)),
    alertChannels: about('Alert channels of the organization.', list(channel)),
    judges: about(
      'Judges that suites ask for by name, for parley run without a server. They are not deployed.',
      list(judge),
    ),
    webhooks: about('Webhooks of the organization.', list(webhook)),
    statusPage: about('Status page of the organization.', statusPage),
  },
  additionalProperties: false,
});
