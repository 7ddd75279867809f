/** Explorations: conversations that a person has with a bot, and the resulting map. */
import type {
  ChannelConfiguration,
  ExplorationEvent,
  Failure,
  Input,
  Reply,
  SuiteConfiguration,
} from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint, fileBodyBytesMax } from './endpoint.ts';
import { cursor, id, name, place, text, timestamp } from './fields.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/explorations';

/**
 * `none`: no conversation was requested yet. `waiting`: it waits for a worker. `held`: a worker runs it. `ended`: it is over.
 */
export const conversationStatus = z.enum(['none', 'waiting', 'held', 'ended']);

export const explorationSummarySchema = z.object({
  id,
  name: z.string(),
  /** The suite whose bot is explored; null if the bot was entered by hand or the suite was deleted. */
  suiteId: z.nullable(id),
  /** The environment of the conversations, such as `staging`; null if they have none. */
  environment: z.nullable(z.string()),
  channelKind: z.string(),
  /** The bot's address, filled in with variables but not with secrets. */
  botAddress: z.string(),
  startedBy: z.nullable(z.string()),
  createdAt: timestamp,
  lastActiveAt: timestamp,
  /** Number of the newest conversation; 0 if there is none yet. */
  conversation: z.number(),
  conversationStatus,
  /** Number of the newest event. */
  lastSeq: z.number(),
  /** The virtual device. Its id is null after the device was deleted. */
  device: z.nullable(z.object({ id: z.nullable(id), name: z.string() })),
});

export type ExplorationSummary = z.output<typeof explorationSummarySchema>;

export const explorationSchema = z.extend(explorationSummarySchema, {
  /** The channel of the newest conversation. */
  configuration: z.custom<SuiteConfiguration>(),
});

export type StoredExploration = z.output<typeof explorationSchema>;

/** An event with its position in the exploration, counted from 1 without gaps. */
export const explorationEventSchema = z.object({
  seq: z.number(),
  event: z.custom<ExplorationEvent>(),
});

export type SequencedExplorationEvent = z.output<typeof explorationEventSchema>;

/** Maximum number of phone keys in one message. */
export const pressedKeysMax = 40;

/** Possible messages; see `Input` in @parley/suite. */
export const inputSchema: z.ZodMiniType<Input, Input> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: text(10_000) }),
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('dial') }),
  z.object({ kind: z.literal('silence') }),
  z.object({
    kind: z.literal('dtmf'),
    digits: z
      .string()
      .check(
        z.regex(/^[0-9*#A-D,]+$/, 'Keys of a telephone.'),
        z.maxLength(pressedKeysMax, `At most ${pressedKeysMax} keys at once.`),
      ),
  }),
  z.object({ kind: z.literal('pause'), seconds: z.number().check(z.minimum(0), z.maximum(30)) }),
]);

/** Maximum number of steps of a replayed path. */
export const pathLengthMax = 200;

export const channel = z
  .custom<ChannelConfiguration>((value) => typeof value === 'object' && value !== null)
  .check(z.refine((value) => JSON.stringify(value).length <= 65_536, 'At most 64 KiB as JSON.'));

/** Maximum number of variables for a connection trial. */
const variablesMax = 200;

export const variables = z
  .record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(10_000)))
  .check(
    z.refine(
      (values) => Object.keys(values).length <= variablesMax,
      `At most ${variablesMax} variables.`,
    ),
  );

export const listExplorations = endpoint({
  method: 'GET',
  path: base,
  summary: 'List explorations, last used first; `cursor` is that of the previous page',
  access: { organization: 'explorations.read' },
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
  }),
  response: z.object({
    items: z.array(explorationSummarySchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const createExploration = endpoint({
  method: 'POST',
  path: base,
  summary: 'Start exploring the bot of a test suite, or of a given channel',
  access: { organization: 'explorations.write' },
  body: z.object({
    /** Defaults to the name of the suite, or to the address of the bot. */
    name: z.optional(name),
    suiteId: z.optional(id),
    /** Environment of the suite's project, or only a label if the project has none. Requires `suiteId`. */
    environment: z.optional(name),
    channel: z.optional(channel),
    /** The virtual device to use. An exploration of a suite's bot uses the suite's device instead. */
    deviceId: z.optional(id),
  }),
  response: explorationSchema,
  status: 201,
  errors: ['suite_not_runnable', 'limit_reached'],
  idempotent: true,
});

/**
 * `answered`: the bot replied. `empty`: the bot replied, but the channel found no text where it looks; see the payload.
 * `silent`: no reply in time. `failed`: see `failure`.
 */
export const connectionTrialSchema = z.object({
  outcome: z.enum(['answered', 'empty', 'silent', 'failed']),
  /** In order of arrival; the first is the greeting if the bot speaks first. */
  replies: z.array(z.custom<Reply>()),
  failure: z.nullable(z.custom<Failure>()),
});

export type ConnectionTrial = z.output<typeof connectionTrialSchema>;

export const tryConnection = endpoint({
  method: 'POST',
  path: `${base}/trials`,
  summary: 'Send one message to a bot and wait for its answer; nothing of it is kept',
  access: { organization: 'explorations.write' },
  body: z.object({
    channel,
    /** Values of the channel's variables. */
    variables: z.optional(variables),
    /** The virtual device to use. */
    deviceId: z.optional(id),
    message: text(10_000),
  }),
  response: connectionTrialSchema,
  errors: [
    'subscription_inactive',
    'quota_reached',
    'limit_reached',
    'installation_not_ready',
    'unavailable',
  ],
  limitPerMinute: 30,
});

export const getExploration = endpoint({
  method: 'GET',
  path: `${base}/{explorationId}`,
  summary: 'Get an exploration; its events contain the transcript and the map',
  access: { organization: 'explorations.read' },
  response: explorationSchema,
});

export const renameExploration = endpoint({
  method: 'PATCH',
  path: `${base}/{explorationId}`,
  summary: 'Rename an exploration',
  access: { organization: 'explorations.write' },
  body: z.object({ name }),
  response: explorationSchema,
});

export const deleteExploration = endpoint({
  method: 'DELETE',
  path: `${base}/{explorationId}`,
  summary: 'Delete an exploration with its transcript and map',
  access: { organization: 'explorations.write' },
  response: 'nothing',
});

export const listExplorationEvents = endpoint({
  method: 'GET',
  path: `${base}/{explorationId}/events`,
  summary: 'Get the events of an exploration after a position, in order',
  access: { organization: 'explorations.read' },
  query: z.object({
    after: z._default(place, 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2000)), 500),
  }),
  response: z.object({ events: z.array(explorationEventSchema), lastSeq: z.number() }),
});

export const startConversation = endpoint({
  method: 'POST',
  path: `${base}/{explorationId}/conversations`,
  summary:
    'Start a conversation with the bot and end the previous one; the messages in `path` are sent at once',
  access: { organization: 'explorations.write' },
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    path: z._default(z.array(inputSchema).check(z.maxLength(pathLengthMax)), []),
  }),
  response: explorationSchema,
  status: 202,
  errors: ['suite_not_runnable', 'subscription_inactive', 'quota_reached', 'limit_reached'],
  idempotent: true,
});

export const endConversation = endpoint({
  method: 'POST',
  path: `${base}/{explorationId}/conversations/end`,
  summary: 'End the conversation; the transcript is kept',
  access: { organization: 'explorations.write' },
  response: explorationSchema,
});

export const say = endpoint({
  method: 'POST',
  path: `${base}/{explorationId}/inputs`,
  summary: 'Send a message in the current conversation',
  access: { organization: 'explorations.write' },
  body: z.object({
    /** Number of the conversation that the input is for. */
    conversation: z.number().check(z.int(), z.minimum(1)),
    input: inputSchema,
  }),
  response: explorationSummarySchema,
  status: 202,
  errors: ['conversation_over', 'limit_reached'],
  idempotent: true,
});

/** Maximum length of one spoken message, in seconds. */
export const spokenSecondsMax = 30;

/** Base64 length of a WAV file of that duration at 48,000 samples per second, with a second to spare. */
const audioLengthMax = Math.ceil((spokenSecondsMax + 1) * 96_000 * (4 / 3));

export const speak = endpoint({
  method: 'POST',
  path: `${base}/{explorationId}/recordings`,
  summary: 'Send a recording: played on a phone line, transcribed for a webchat',
  access: { organization: 'explorations.write' },
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    /** Number of the conversation that the recording is for. */
    conversation: z.number().check(z.int(), z.minimum(1)),
    /** A WAV file in Base64: 16 bits, one channel, 8,000 to 48,000 samples per second. */
    audio: z
      .string()
      .check(
        z.maxLength(audioLengthMax, `At most ${spokenSecondsMax} seconds at a time.`),
        z.regex(/^[\w+/]+={0,2}$/, 'Not Base64.'),
      ),
  }),
  response: z.object({
    /** Name of the recording in the resulting events. */
    recording: z.string(),
    exploration: explorationSummarySchema,
  }),
  status: 202,
  errors: ['conversation_over', 'limit_reached'],
  idempotent: true,
  limitPerMinute: 60,
});

export const getExplorationEvidence = endpoint({
  method: 'GET',
  path: `${base}/{explorationId}/evidence/{evidenceId}`,
  summary: 'Download a recording or screenshot of a conversation',
  access: { organization: 'explorations.read' },
  response: 'file',
});

export const nameState = endpoint({
  method: 'PUT',
  path: `${base}/{explorationId}/states/{stateKey}/name`,
  summary: 'Name a state of the map; an empty name removes it',
  access: { organization: 'explorations.write' },
  body: z.object({ name: z.string().check(z.trim(), z.maxLength(120)) }),
  response: explorationSummarySchema,
  errors: ['limit_reached'],
});
