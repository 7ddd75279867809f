import { describe, expect, it } from 'vitest';
import { unfilledOf } from '../model/unfilled.ts';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const configured = (evidence: string, more = 'syntax: 2', kind = 'http') =>
  parseSuite(
    `configuration:\n  ${more}\n  channel: { kind: ${kind}, url: "${kind === 'websocket' ? 'ws' : 'http'}://bot.example" }\n  evidence: ${evidence}\n---\n- test: A\n- hello: hi\n`,
  );

const messages = (...all: Parameters<typeof configured>) =>
  configured(...all).problems.map(({ severity, message }) => `${severity}: ${message}`);

describe('sources of spans in a configuration', () => {
  it('are read, printed and read again', () => {
    const { suite, problems } = configured(
      '{ sources: [support-agent], settle: 2s, timeout: 500ms }',
    );
    expect(problems).toEqual([]);
    expect(suite.configuration.evidence).toEqual({
      sources: ['support-agent'],
      settleMs: 2_000,
      timeoutMs: 500,
    });
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });

  it('are joined by values of a conversation, which are read, printed and read again', () => {
    const { suite, problems } = configured('{ sources: [a], join: { session.id: "{{session}}" } }');
    expect(problems).toEqual([]);
    expect(suite.configuration.evidence).toEqual({
      sources: ['a'],
      join: { 'session.id': '{{session}}' },
    });
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });

  it('are joined by five attributes at most', () => {
    const joining = (count: number) =>
      `{ sources: [a], join: { ${Array.from({ length: count }, (_, at) => `id.${at}: "{{session}}"`).join(', ')} } }`;
    expect(messages(joining(5))).toEqual([]);
    expect(messages(joining(6))).toEqual([
      'error: "join" must name 1 to 5 attributes of spans, each with the value that it has.',
    ]);
    const named = (length: number) =>
      messages(`{ sources: [a], join: { ${'n'.repeat(length)}: "{{session}}" } }`);
    expect([named(200), named(201)].map(({ length }) => length)).toEqual([0, 1]);
  });

  it.each(['session.id', '{}', '{ session.id: everybody }', '[session.id]'])(
    'are not joined by what is no value of a conversation: %s',
    (join) => {
      expect(messages(`{ sources: [a], join: ${join} }`)).toEqual([
        expect.stringMatching(/^error: "(join" must name|session\.id" under "join" is the same)/),
      ]);
    },
  );

  it('are not joined by a variable of the suite', () => {
    expect(
      messages(
        '{ sources: [a], join: { session.id: "{{customer}}" } }',
        'syntax: 2\n  variables: { customer: "4711" }',
      ),
    ).toEqual([
      'error: {{customer}} is the same in every conversation, so spans can\'t be joined by "session.id".',
    ]);
  });

  it('are evidence on any channel if they are joined by a value', () => {
    const { problems } = parseSuite(
      'configuration:\n  syntax: 2\n  channel: { kind: phone, to: "sip:a@b.example" }\n  evidence: { sources: [a], join: { call.id: "{{call}}" } }\n---\n- test: A\n- $DIAL: hi\n',
    );
    expect(problems).toEqual([]);
  });

  it('are twenty services at most', () => {
    const listing = (count: number) =>
      `{ sources: [${Array.from({ length: count }, (_, at) => `agent-${at}`)}] }`;
    expect(messages(listing(20))).toEqual([]);
    expect(messages(listing(21))).toEqual([
      'error: "sources" must list 1 to 20 services by their service.name, each only once.',
    ]);
  });

  it.each([
    '{}',
    '{ sources: [] }',
    '{ sources: agent }',
    '{ sources: [a, a] }',
    '{ sources: [""] }',
  ])('name services, each once: %s', (evidence) => {
    expect(messages(evidence)).toEqual([expect.stringMatching(/^error: "sources" must list/)]);
  });

  it('settle and end within five minutes', () => {
    expect(messages('{ sources: [a], settle: 300s, timeout: 300s }')).toEqual([]);
    expect(messages('{ sources: [a], timeout: 301s }')).toEqual([
      'error: "timeout" must be a time such as 2, 2s or 500ms, at most 300 seconds.',
    ]);
    expect(messages('{ sources: [a], settle: soon }')).toHaveLength(1);
  });

  it('are a mapping, whose keys are known', () => {
    expect(messages('support-agent')).toEqual(['error: "evidence" must be keys with values.']);
    expect(messages('{ sources: [a], setle: 2s }')[0]).toContain('setle');
  });

  it('are refused on a channel that carries no trace', () => {
    const { problems } = parseSuite(
      'configuration:\n  syntax: 2\n  channel: { kind: phone, to: "sip:a@b.example" }\n  evidence: { sources: [a] }\n---\n- test: A\n- $DIAL: hi\n',
    );
    expect(problems.map(({ message }) => message)).toEqual([
      'Spans are evidence on channels of the kinds http, openai, sse, websocket, socketio, not phone.',
    ]);
  });

  it('are warned of on a socket whose messages carry no trace', () => {
    const request = `request: '{"text": "{{text}}", "trace": "{{traceparent}}"}'`;
    const socket = (more: string) =>
      parseSuite(
        `configuration:\n  syntax: 2\n  channel: { kind: websocket, url: "ws://bot.example"${more} }\n  evidence: { sources: [a] }\n---\n- test: A\n- hello: hi\n`,
      );
    expect(socket('').problems).toMatchObject([
      { severity: 'warning', hint: expect.stringContaining('{{traceparent}}') },
    ]);
    const { suite, problems } = socket(`, ${request}`);
    expect(problems).toEqual([]);
    const [test] = suite.tests;
    expect(test && unfilledOf(test, suite.configuration)).toEqual([]);
    const { evidence: _, ...configuration } = suite.configuration;
    expect(test && unfilledOf(test, configuration)).toHaveLength(1);
  });

  it('mean nothing in version 1, and a warning says so', () => {
    const { suite, problems } = configured('{ sources: [a] }', 'syntax: 1');
    expect(suite.configuration.evidence).toBeUndefined();
    expect(suite.configuration.extra).toEqual({ evidence: { sources: ['a'] } });
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        hint: 'Add "syntax: 2" to the configuration to take spans as evidence.',
      },
    ]);
  });
});
