import { describe, expect, it } from 'vitest';
import { createRunStop } from '../run-stop.ts';
import { openConversationSpans } from './conversation-spans.ts';
import { evidenceOfTurn } from './evidence-of-turn.ts';
import { joinSpans } from './joined-spans.ts';
import { openNamedEvidence } from './named-evidence.ts';
import { createSpanBook } from './span-book.ts';

const spanOf = (traceId: string, attributes: Record<string, string | number> = {}) => ({
  traceId,
  spanId: '1'.repeat(16),
  name: 'execute_tool refund_order',
  startMs: 0,
  endMs: 1,
  attributes: new Map<string, string | number>([
    ['gen_ai.operation.name', 'execute_tool'],
    ['gen_ai.tool.name', 'refund_order'],
    ...Object.entries(attributes),
  ]),
  isCut: false,
  links: [],
  isUnsampled: false,
  service: 'agent',
  scope: 'test',
});

const own = 'a'.repeat(32);
const evidence = { sources: ['agent'], join: { 'order.session': '{{session}}' } };
const session = { session: 'session-7' };

describe('a greeting of an agent whose spans are joined by a value', () => {
  it('proves no absence while no span of the agent came', async () => {
    const evidence = {
      sources: ['agent'],
      join: { 'order.session': '{{id}}' },
      settleMs: 1,
      timeoutMs: 50,
    };
    const stop = createRunStop(new AbortController().signal, 60_000);
    const spans = openConversationSpans(createSpanBook(), evidence, stop, () => ({
      id: 'session-7',
    }));
    spans.beginTurn();
    const { gaps = [], joinGaps = [] } = await spans.addTo(undefined, {
      isIdle: false,
      isAsked: true,
      isSpoken: false,
      saved: {},
    });
    expect([...gaps, ...joinGaps]).toEqual([expect.stringContaining('no message')]);
  });
});

describe('spans that are joined by a value', () => {
  function opened() {
    const claimed: string[] = [];
    const book = createSpanBook({ onClaim: (key) => claimed.push(key) });
    book.joinBy(['order.session']);
    const open = () => openNamedEvidence(book, evidence, () => ({}));
    return { book, open, claimed };
  }

  it('are found whether they came before the value was known or after', () => {
    const { book, open, claimed } = opened();
    const named = open();
    book.take([spanOf(own, { 'order.session': 'session-7' })]);
    named.learn();
    expect(named.look()).toMatchObject({
      calls: [],
      gaps: ['{{session}} has no value yet, so no span is joined by order.session.'],
    });
    named.learn(session);
    named.addTurn(book.openTurn(named.conversation), true);
    expect(named.look()).toMatchObject({ calls: [{ name: 'refund_order' }], gaps: [] });
    expect(claimed).toHaveLength(1);
  });

  it('are none if the value came before the conversation began', () => {
    const { book, open } = opened();
    book.take([spanOf(own, { 'order.session': 'session-7' })]);
    const named = open();
    named.learn(session);
    expect(named.look()).toMatchObject({
      calls: [],
      gaps: expect.arrayContaining([expect.stringContaining('before this conversation began')]),
    });
  });

  it('are none if a conversation of another run has the value', () => {
    const { book, open, claimed } = opened();
    const named = open();
    named.learn(session);
    book.take([spanOf(own, { 'order.session': 'session-7' })]);
    expect(named.look()?.calls).toHaveLength(1);
    book.contest(claimed[0] ?? '');
    expect(named.look()).toMatchObject({
      calls: [],
      gaps: expect.arrayContaining([expect.stringContaining('Another conversation')]),
    });
  });

  it.each([
    ['a number that lost digits', 2 ** 53, '9007199254740992'],
    ['another spelling', ' session-7', 'session-7'],
    ['an empty text', '', ''],
  ])('are none by %s', (_, value, saved) => {
    const { book, open } = opened();
    const named = open();
    named.learn({ session: saved });
    book.take([spanOf(own, { 'order.session': value })]);
    expect(named.look()?.calls).toEqual([]);
  });

  it('have a value of 4 to 500 characters', () => {
    const { book, open } = opened();
    const said = (length: number) => {
      const named = open();
      const value = String(length).padEnd(length, '-');
      named.learn({ session: value });
      book.take([
        spanOf(own.replace(/^.{3}/, String(length).padStart(3, '0')), { 'order.session': value }),
      ]);
      return named.look()?.calls.length;
    };
    expect([3, 4, 500, 501].map(said)).toEqual([0, 1, 1, 0]);
  });

  it('can show a call that a span in the trace of the turn shows, too', () => {
    const { book, open } = opened();
    const named = open();
    const turn = book.openTurn(named.conversation);
    named.addTurn(turn, true);
    named.learn(session);
    book.take([
      spanOf(turn.id),
      { ...spanOf(own, { 'order.session': 'session-7' }), service: 'mcp-server' },
    ]);
    expect(named.look()?.calls).toMatchObject([{ name: 'refund_order', unsure: 'call' }]);
  });

  it('are of neither if they name another conversation in the trace of a turn', () => {
    const { book, open } = opened();
    const [one, other] = [open(), open()];
    const turn = book.openTurn(one.conversation);
    one.addTurn(turn, true);
    other.learn(session);
    book.take([spanOf(turn.id, { 'order.session': 'session-7' })]);
    expect(joinSpans(turn)).toMatchObject({ spans: [], disputed: [{ service: 'agent' }] });
    expect(evidenceOfTurn(turn, ['agent'], new Set())).toMatchObject({
      calls: [],
      gaps: expect.arrayContaining([expect.stringContaining('names another conversation')]),
    });
    expect(other.look()).toMatchObject({
      calls: [],
      gaps: expect.arrayContaining([expect.stringContaining('continues the trace of another')]),
    });
  });

  it('are reported once', () => {
    const { book, open } = opened();
    const named = open();
    named.learn(session);
    book.take([spanOf(own, { 'order.session': 'session-7' })]);
    const look = named.look();
    named.report(look);
    expect(look?.calls).toHaveLength(1);
    expect(named.look()?.calls).toEqual([]);
  });
});
