import { countOf } from '@parley/suite';
import type { AttributeValue, Span } from '@parley/telemetry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOfTurn } from './evidence-of-turn.ts';
import { createSpanBook, type TurnTrace } from './span-book.ts';

type Style = 'plain' | 'mcp' | 'twoConventions' | 'subAgent';

interface Plan {
  /** Tool calls in each answer of the model. */
  answers: { tool: string; style: Style; within: Plan }[][];
}

/** Arbitrary agents that call tools, some of which are agents themselves. */
const { plan } = fc.letrec<{ plan: Plan; call: Plan['answers'][number][number] }>((tie) => ({
  call: fc.record({
    tool: fc.constantFrom('get_order', 'refund_order', 'delete_order'),
    style: fc.constantFrom<Style>('plain', 'mcp', 'twoConventions', 'subAgent'),
    within: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant<Plan>({ answers: [] }),
      tie('plan'),
    ),
  }),
  plan: fc.record({ answers: fc.array(fc.array(tie('call'), { maxLength: 3 }), { maxLength: 3 }) }),
}));

/** The spans of a turn, and the tools that ran in it. */
function spansOf(turn: TurnTrace, request: string, from: Plan) {
  const spans: Span[] = [];
  const ran: string[] = [];
  let used = 0;
  let clock = 0;
  const add = (
    name: string,
    parentId: string,
    attributes: Record<string, AttributeValue>,
    service = 'agent',
  ): string => {
    clock += 1;
    const spanId = (spans.length + 1).toString(16).padStart(16, '0');
    spans.push({
      traceId: turn.id,
      spanId,
      parentId,
      name,
      startMs: clock,
      endMs: clock + 1_000,
      attributes: new Map(Object.entries(attributes)),
      isCut: false,
      links: [],
      isUnsampled: false,
      service,
      scope: 'test',
    });
    return spanId;
  };
  const addAgent = (parentId: string, { answers }: Plan): void => {
    const agent = add('agent', parentId, { 'gen_ai.operation.name': 'invoke_agent' });
    for (const calls of answers) {
      used += 100 + spans.length;
      const usage = {
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': spans.length,
      };
      const asked = add('model', agent, {
        ...usage,
        'gen_ai.operation.name': 'chat',
        'gen_ai.output.messages': JSON.stringify([
          {
            role: 'assistant',
            parts: calls.map(({ tool }) => ({ type: 'tool_call', name: tool })),
          },
        ]),
      });
      // Another instrumentation reports the same request, below a span of the HTTP client.
      if (calls.some(({ style }) => style === 'twoConventions'))
        add('llm', add('POST', asked, {}), { ...usage, 'llm.request.type': 'chat' });
      for (const call of calls) addCall(agent, call);
    }
  };
  const addCall = (agent: string, { tool, style, within }: Plan['answers'][0][0]): void => {
    const id = `call_${ran.length}`;
    ran.push(tool);
    const execute = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool };
    const span = add(`execute_tool ${tool}`, agent, { ...execute, 'gen_ai.tool.call.id': id });
    if (style === 'mcp') {
      const mcp = { ...execute, 'mcp.method.name': 'tools/call' };
      const client = add(`tools/call ${tool}`, add('fetch', span, {}), mcp);
      add(`tools/call ${tool}`, add('POST', client, {}, 'mcp'), mcp, 'mcp');
    }
    if (style === 'twoConventions') {
      add('ai.toolCall', agent, {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': tool,
        'ai.toolCall.id': id,
      });
    }
    if (style === 'subAgent') addAgent(span, within);
  };
  addAgent(add('POST /chat', request, {}), from);
  return { spans, ran, used };
}

/** The evidence of a turn after these spans arrived in batches. */
function judged(from: Plan, deliver: (spans: Span[]) => Span[]) {
  const book = createSpanBook();
  const turn = book.openTurn();
  const request = turn.traceparent().split('-')[2] as string;
  const { spans, ran, used } = spansOf(turn, request, from);
  const sent = deliver(spans);
  for (let at = 0; at < sent.length; at += 3) book.take(sent.slice(at, at + 3));
  const { calls, gaps, tokens } = evidenceOfTurn(turn, ['agent'], new Set());
  const total = tokens && countOf(tokens, 'total');
  return {
    calls: calls.map(({ name }) => name).toSorted(),
    gaps,
    ran: ran.toSorted(),
    used,
    total,
    areTokensWhole: tokens?.gaps === undefined,
  };
}

/** @returns the spans in an order determined by the seed */
function shuffled(spans: Span[], seed: number): Span[] {
  const keyOf = (at: number) => ((at + 1) * (seed * 2 + 1) * 2_654_435_761) % 4_294_967_296;
  return spans
    .map((span, at) => ({ span, key: keyOf(at) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ span }) => span);
}

describe('the spans of a turn', () => {
  it('show each call once, in whatever order and however often they come', () => {
    fc.assert(
      fc.property(plan, fc.nat(1_000_000), (from, seed) => {
        const { calls, gaps, ran, used, total, areTokensWhole } = judged(from, (spans) => [
          ...shuffled(spans, seed),
          ...shuffled(spans, seed + 1).slice(0, 5),
        ]);
        expect(calls).toEqual(ran);
        expect(gaps).toEqual([]);
        expect(total).toEqual({ least: used, most: used });
        expect(areTokensWhole).toBe(from.answers.length > 0);
      }),
      { numRuns: 500 },
    );
  });

  it('prove nothing wrong where one of them is missing, unsampled, open or cut', () => {
    const damages: ((span: Span) => Span[])[] = [
      () => [],
      (span) => [{ ...span, isUnsampled: true }],
      ({ endMs: _, ...span }) => [span],
      (span) => [{ ...span, isCut: true, attributes: new Map() }],
      (span) => [{ ...span, traceId: 'f'.repeat(32) }],
    ];
    fc.assert(
      fc.property(plan, fc.nat(), fc.constantFrom(...damages), (from, at, damage) => {
        let isLostModel = false;
        const { calls, gaps, ran, used, total, areTokensWhole } = judged(from, (spans) => {
          const broken = at % spans.length;
          // The model span has no spans below it, so nothing shows that it is missing.
          isLostModel =
            spans[broken]?.name === 'model' && damage !== damages[1] && damage !== damages[2];
          return spans.flatMap((span, index) => (index === broken ? damage(span) : [span]));
        });
        if (gaps.length === 0) expect(calls).toEqual(ran);
        if (areTokensWhole && !isLostModel) expect(total).toEqual({ least: used, most: used });
      }),
      { numRuns: 2_000 },
    );
  });
});
