/**
 * Evidence of spans that are joined by values of a conversation: the ID that was sent, and the values that the suite names under
 * `join`. A value shows the conversation, and not the turn.
 */
import {
  fillTemplate,
  placeholdersIn,
  type SpannedCall,
  type SpanSources,
  type Values,
} from '@parley/suite';
import { conversationNames } from '@parley/telemetry';
import { type CountedCall, countedCalls, differInArgs } from './calls-in.ts';
import { about, isCut, isOpen, withNamed } from './evidence-of-turn.ts';
import { joinSpans } from './joined-spans.ts';
import { idLengthMax, type KeptSpan } from './kept-span.ts';
import { joinNamed, type NamedSpans } from './named-spans.ts';
import type { BookedConversation, SpanBook, TurnTrace } from './span-book.ts';

/** Shorter values are common in spans of other conversations. */
const idLengthMin = 4;

export interface NamedLook {
  named: NamedSpans;
  /** Calls that no report contains yet. */
  calls: SpannedCall[];
  /** Why there may be more, of which `awaited` can still be closed by later spans. */
  gaps: string[];
  awaited: string[];
}

export interface NamedEvidence {
  conversation: BookedConversation;
  /** Adds a turn. `isSpoken`: something was sent in it, even if no request carried a trace. */
  addTurn(turn: TurnTrace, isSpoken: boolean): void;
  /** Learns the values that the conversation has now, with those that the turn will save. */
  learn(saved?: Values): void;
  /** @returns undefined if no span has a value of the conversation, and the suite does not ask for one */
  look(): NamedLook | undefined;
  /** Marks the calls as reported. */
  report(look: NamedLook | undefined): void;
  /** @returns true if a source has spans in the trace of any turn, so that its traces show what is complete */
  continues(source: string): boolean;
}

export function openNamedEvidence(
  book: SpanBook,
  { sources, join = {} }: SpanSources,
  values: () => Values,
): NamedEvidence {
  const conversation = book.openConversation();
  const templates = Object.entries(join);
  book.joinBy(templates.map(([attribute]) => attribute));
  const turns: { turn: TurnTrace; isSpoken: boolean }[] = [];
  const reported = new Set<string>();
  /** Gaps that stay, because a source once sent more traces than there were messages. */
  const surplus = new Map<string, string>();
  let unknown: string[] = [];

  const messages = () =>
    turns.reduce((sum, { turn, isSpoken }) => sum + (turn.requests.size || Number(isSpoken)), 0);

  function learn(saved: Values = {}): void {
    const now = { ...values(), ...saved };
    const { conversationId } = now;
    if (conversationId !== undefined)
      for (const name of conversationNames) conversation.claim(name, conversationId);
    unknown = templates.flatMap(([attribute, template]) => {
      const missing = placeholdersIn(template).find(({ name }) => now[name] === undefined);
      if (missing) return noValue(missing.name, attribute);
      const value = fillTemplate(template, now);
      if (value.length < idLengthMin) return tooShort(attribute);
      if (value.length > idLengthMax) return tooLong(attribute);
      conversation.claim(attribute, value);
      return [];
    });
  }

  function countTraces({ traces }: NamedSpans): string[] {
    const expected = messages();
    return sources.flatMap((source) => {
      if (book.continues(source) || expected === 0) return [];
      const own = traces.filter((trace) => trace.some(({ service }) => service === source));
      const count = own.filter((trace) => trace.some(({ role }) => role !== undefined)).length;
      const ofMessages = inWords(expected, 'message');
      if (count > expected && !surplus.has(source))
        surplus.set(
          source,
          `${source} sent ${count} traces for ${ofMessages} of this conversation, so their number does not show that they are complete.`,
        );
      if (count >= expected || unknown.length > 0) return [];
      if (count > 0)
        return `${source} sent ${inWords(count, 'trace')} for ${ofMessages} of this conversation.`;
      return own.length > 0
        ? `${source} sent spans of this conversation, and none of an agent, a model or a tool.`
        : `${source} sent no trace with a value of this conversation${
            templates.length > 0 ? ` in ${templates.map(([name]) => name).join(', ')}` : ''
          }.`;
    });
  }

  /** Before a message was sent, no number of traces shows that those of a greeting are complete. */
  const unsent = (): string[] =>
    messages() > 0 || unknown.length > 0
      ? []
      : sources.filter((source) => !book.continues(source)).map(nothingSent);

  /** Finds the calls that only spans with values show, and that were not reported. */
  function newCalls(named: NamedSpans): SpannedCall[] {
    const joined = turns.map(({ turn }) => joinSpans(turn));
    const all = withNamed(
      {
        spans: joined.flatMap(({ spans }) => spans),
        parentOf: (span) => joined.map(({ parentOf }) => parentOf(span)).find(Boolean),
      },
      named,
    );
    const own = new Set(named.spans);
    const counted = countedCalls(all);
    const isNamed = ({ spans }: CountedCall) => spans.every((span) => own.has(span));
    const placed = counted.filter((one) => !isNamed(one));
    return counted
      .filter((one) => isNamed(one) && !one.spans.some((span) => reported.has(idOf(span))))
      .map(({ call }) => {
        const isDouble = placed.some((other) => mayBeOne(call, other.call));
        if (isDouble) return { ...call, unsure: 'call' as const };
        return turns.length > 1 ? { ...call, unsure: 'turn' as const } : call;
      });
  }

  return {
    conversation,
    learn,
    addTurn: (turn, isSpoken) => void turns.push({ turn, isSpoken }),
    continues: book.continues,
    look() {
      const named = joinNamed(conversation);
      const { spans, orphans, shared, beside, doubts, elsewhere } = named;
      const counted = countTraces(named);
      const isNamed = spans.length + shared.length + beside.length + doubts.length > 0;
      if (templates.length === 0 && !isNamed && !elsewhere) return undefined;
      const awaited = [
        ...counted,
        ...about(orphans, (name) => `The parent span of "${name}" did not arrive.`),
        ...about(spans.filter(isOpen), (name) => `The span "${name}" has not ended.`),
      ];
      const lasting = [
        ...unknown,
        ...unsent(),
        ...doubts,
        ...surplus.values(),
        ...(elsewhere ? [namedElsewhere] : []),
        ...about(shared, (name) => `The span "${name}" names two conversations.`),
        ...about(
          beside,
          (name) =>
            `The span "${name}" is in a trace of this conversation, but below no span that names it.`,
        ),
        ...about(spans.filter(isCut), (name) => `The span "${name}" lost attributes at a limit.`),
        ...about(
          spans.filter(({ isUnsampled }) => isUnsampled),
          (name) => `The trace of the span "${name}" is not sampled. Sample every trace in tests.`,
        ),
      ];
      return { named, calls: newCalls(named), gaps: [...lasting, ...awaited], awaited };
    },
    report(look) {
      for (const span of look?.named.spans ?? []) reported.add(idOf(span));
    },
  };
}

const idOf = ({ traceId, spanId }: KeptSpan): string => traceId + spanId;

/** @returns true if spans of two services can show the same call, although they don't have the same ID */
const mayBeOne = (one: SpannedCall, other: SpannedCall): boolean =>
  one.name === other.name &&
  one.source !== other.source &&
  (one.id === undefined || other.id === undefined) &&
  !differInArgs(one.args, other.args);

const inWords = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const namedElsewhere =
  'A span names this conversation and continues the trace of another, so it is joined to neither.';

const nothingSent = (source: string): string =>
  `${source} does not continue the trace that it is sent, and no message of this conversation was sent yet, so nothing shows that its traces are complete.`;

const noValue = (name: string, attribute: string): string =>
  `{{${name}}} has no value yet, so no span is joined by ${attribute}.`;

const tooShort = (attribute: string): string =>
  `The value of ${attribute} is too short to name a conversation: ${idLengthMin} characters are the least.`;

const tooLong = (attribute: string): string =>
  `The value of ${attribute} is longer than ${idLengthMax} characters.`;
