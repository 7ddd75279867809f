/** Pickers: a worker opens a page, and a person selects the parts of the chat on it. Nothing is stored. */
import type { ChannelConfiguration, Failure } from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { channel, connectionTrialSchema, variables } from './explorations.ts';
import { id, text } from './fields.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/pickers';

export const pickerParts = ['open', 'input', 'send', 'reply'] as const;

/** Parts of a chat: the button that opens it, the message field, the send button, and the bot's messages. */
const part = z.enum(pickerParts);

export type PickerPartName = (typeof pickerParts)[number];

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A part on the page. All texts come from the page or are selectors for it, so only short plain texts are accepted. */
const pickerPartSchema = z.object({
  part,
  /** `written`: by a selector in the channel settings. `found`: detected without a selector. `none`: not found. */
  source: z.enum(['written', 'found', 'none']),
  selectors: z.array(z.string()),
  name: z.string(),
  why: z.array(z.string()),
  against: z.array(z.string()),
  /** Number of visible elements that match. */
  matches: z.number(),
  boxes: z.array(box),
});

export type PickerPart = z.output<typeof pickerPartSchema>;

const pickerCandidateSchema = z.object({
  kind: z.enum(['field', 'control', 'message']),
  key: z.string(),
  name: z.string(),
  selector: z.string(),
  why: z.array(z.string()),
  against: z.array(z.string()),
  box: z.nullable(box),
});

export type PickerCandidate = z.output<typeof pickerCandidateSchema>;

const pickerViewSchema = z.object({
  title: z.string(),
  address: z.string(),
  /** Size of the screenshot in pixels. Points and boxes use the same pixels. */
  width: z.number(),
  height: z.number(),
  frame: z.array(z.string()),
  parts: z.array(pickerPartSchema),
  candidates: z.array(pickerCandidateSchema),
  /** Why the chat could not be opened or found. */
  problem: z.nullable(z.custom<Failure>()),
});

export type PickerView = z.output<typeof pickerViewSchema>;

/** Keys of the channel that a picker can set. */
export type PickedParts = Pick<
  Extract<ChannelConfiguration, { kind: 'browser' }>,
  'open' | 'frame' | 'input' | 'send' | 'reply'
>;

const pickerSchema = z.object({
  id,
  /** `waiting`: no worker has taken it yet. */
  status: z.enum(['waiting', 'open', 'ended']),
  /** The current action of the worker; null if the next action can be requested. */
  doing: z.nullable(z.enum(['open', 'point', 'choose', 'clear', 'say'])),
  /** Number of completed actions. */
  actionsDone: z.number(),
  /** Why the last action was refused. */
  refusal: z.nullable(z.string()),
  /** Result of the last test message; null after any other action. */
  trial: z.nullable(z.extend(connectionTrialSchema, { message: z.string() })),
  view: z.nullable(pickerViewSchema),
  /** Number of the newest screenshot; 0 before the first. */
  picture: z.number(),
  picks: z.custom<PickedParts>(),
  /** Why the picker ended. */
  failure: z.nullable(z.custom<Failure>()),
});

export type Picker = z.output<typeof pickerSchema>;

/** Maximum width or height of a window that a suite can request. */
const coordinateMax = 10_000;

const coordinate = z.number().check(z.minimum(0), z.maximum(coordinateMax));

const pickerActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('point'), part, x: coordinate, y: coordinate }),
  z.object({
    kind: z.literal('choose'),
    part,
    key: z.string().check(z.regex(/^\d{1,3}:\d{1,9}$/)),
  }),
  z.object({ kind: z.literal('clear'), part }),
  z.object({ kind: z.literal('say'), message: text(2000) }),
]);

export type PickerAction = z.output<typeof pickerActionSchema>;

export const openPicker = endpoint({
  method: 'POST',
  path: base,
  summary: 'Open the page of a browser channel to show where its chat is; nothing of it is kept',
  access: { organization: 'explorations.write' },
  body: z.object({
    channel,
    /** Values of the channel's variables. */
    variables: z.optional(variables),
    /** The virtual device to use. */
    deviceId: z.optional(id),
  }),
  response: pickerSchema,
  status: 201,
  errors: ['subscription_inactive', 'quota_reached', 'limit_reached', 'installation_not_ready'],
  limitPerMinute: 30,
});

export const getPicker = endpoint({
  method: 'GET',
  path: `${base}/{pickerId}`,
  summary: 'Get what a picker shows; one that nobody asks for closes by itself',
  access: { organization: 'explorations.write' },
  response: pickerSchema,
});

export const getPickerPicture = endpoint({
  method: 'GET',
  path: `${base}/{pickerId}/picture`,
  summary: 'Download the newest picture of the page',
  access: { organization: 'explorations.write' },
  response: 'file',
  fileType: 'image/jpeg',
});

export const actInPicker = endpoint({
  method: 'POST',
  path: `${base}/{pickerId}/actions`,
  summary: 'Choose a part of the chat, send a test message, or open the page again',
  access: { organization: 'explorations.write' },
  body: pickerActionSchema,
  response: pickerSchema,
  status: 202,
  errors: ['conversation_over', 'limit_reached', 'subscription_inactive', 'quota_reached'],
  limitPerMinute: 120,
});

export const closePicker = endpoint({
  method: 'DELETE',
  path: `${base}/{pickerId}`,
  summary: 'Close a picker and its page',
  access: { organization: 'explorations.write' },
  response: 'nothing',
});
