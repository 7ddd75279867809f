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
  library: about('File with the blocks for several suites.', name),
  agents: about('File with the agents that suites name.', name),
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

/** @returns the schema of `parley.config.yml` */
export const deploySchema = (): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'What parley deploy applies (parley.config.yml)',
  type: 'object',
  properties: {
    server: about('Address of the server. --server takes precedence.', name),
    projects: about('Projects with their suites and environments.', list(project)),
    alertChannels: about('Alert channels of the organization.', list(channel)),
    judges: about(
      'Judges that suites ask for by name, for parley run without a server. They are not deployed.',
      list(judge),
    ),
  },
  additionalProperties: false,
});
