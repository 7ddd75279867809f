import { describe, expect, it } from 'vitest';
import { maskCredentials } from '../format/parse/mask-credentials.ts';
import { parseSuite } from '../format/parse/parse.ts';
import { agentLengthMax, agentsMax, parseAgents } from '../format/parse/parse-agent.ts';
import { printSuite } from '../format/print/print.ts';
import { agentNamedBy, linkAgent, linkedAgent } from './link-agent.ts';

const support = `agent: Support
version: 1.10
channel:
  kind: http
  url: https://support.example/message
  headers: { authorization: "Bearer {{secret.token}}" }
evidence: { sources: [support-agent, tools], settle: 2s }
`;
const sales = `agent: Sales\nchannel: { kind: http, url: https://sales.example }\n`;
const { agents } = parseAgents(`${support}---\n${sales}`);

const naming = (name: string, more = '') =>
  `configuration:\n  syntax: 2\n  agent: ${name}\n${more}---\n- test: Hello\n- hi: hello\n`;

const errorsOf = (text: string) =>
  parseSuite(text)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ line, message }) => `${line} ${message}`);

describe('a suite that names an agent', () => {
  it('has its channel and its evidence sources, and keeps its version', () => {
    const { suite, problems } = parseSuite(linkAgent(naming('Support'), agents));
    expect(problems).toEqual([]);
    expect(suite.configuration).toMatchObject({
      agent: 'Support',
      channel: { kind: 'http', url: 'https://support.example/message' },
      evidence: { sources: ['support-agent', 'tools'], settleMs: 2000 },
    });
    expect(suite.agent).toMatchObject({ name: 'Support', version: '1.10' });
    expect(suite.tests).toHaveLength(1);
  });

  it.each([
    ['is gone', 'Gone'],
    ['has another case', 'support'],
  ])('is an error if the agent %s, and has no channel to run with', (_, name) => {
    const linked = linkAgent(naming(name), agents);
    expect(errorsOf(linked)).toEqual([`3 There is no agent "${name}".`]);
    expect(parseSuite(linked).suite.configuration.channel).toBeUndefined();
  });

  it('is an error without its linked agent', () => {
    expect(errorsOf(naming('Support'))).toEqual(['3 There is no agent "Support".']);
  });

  it.each([
    ['channel', '  channel: { kind: http, url: https://old.example }\n'],
    ['evidence', '  evidence: { sources: [other] }\n'],
  ])('is an error with its own %s, so that none of the two is used unseen', (key, more) => {
    expect(errorsOf(linkAgent(naming('Support', more), agents))).toEqual([
      `4 The suite names the agent "Support" and has its own "${key}".`,
    ]);
  });

  it.each([
    ['a document', `---\n${support}`],
    [
      'a document in flow style',
      `---\n{ agent: Support, channel: { kind: http, url: https://x.example } }\n`,
    ],
    [
      'a document with a quoted key',
      `---\n"agent": Support\nchannel: { kind: http, url: https://x.example }\n`,
    ],
    ['a document after an end mark', `...\n${support}`],
  ])('is an error with a copy of an agent by hand: %s', (_, copy) => {
    for (const known of [agents, []])
      expect(errorsOf(linkAgent(naming('Support') + copy, known)).join('\n')).toContain(
        'begins the copy of an agent',
      );
    const unnamed = 'configuration:\n  syntax: 2\n---\n- test: Hello\n- hi: hello\n';
    expect(errorsOf(linkAgent(unnamed + copy, agents)).join('\n')).toContain(
      'begins the copy of an agent',
    );
  });

  it('reports errors of the linked agent where the suite names it', () => {
    const [agent] = parseAgents(
      'agent: Model\nchannel: { kind: openai, url: https://m.example, model: m, system: "{{secret.key}}" }\n',
    ).agents;
    expect(errorsOf(linkAgent(naming('Model'), agent ? [agent] : []))).toEqual([
      expect.stringMatching(/^3 .*would be sent to the model/),
    ]);
  });

  it.each([
    'configuration: { syntax: 2, agent: Support }\n---\n- test: Hello\n- hi: hello\n',
    '# a comment\n---\nconfiguration:\n  "agent": "Support"\n  syntax: 2\n---\n- test: a\n- hi: hello\n',
    '%YAML 1.2\n---\nconfiguration:\n  agent: >-\n    Support\n  syntax: 2\n---\n- test: a\n- hi: hello\n',
  ])('is found however it is written: %j', (text) => {
    expect(agentNamedBy(text)).toBe('Support');
    expect(errorsOf(linkAgent(text, agents))).toEqual([]);
  });

  it('is printed without what it has from the agent', () => {
    const { suite } = parseSuite(linkAgent(naming('Support'), agents));
    expect(printSuite(suite)).not.toContain('support.example');
    expect(printSuite(suite)).toContain('agent: Support');
    expect(parseSuite(printSuite(suite)).suite.configuration).toEqual({
      syntax: 2,
      agent: 'Support',
    });
  });

  it('keeps the agent of a run apart from later changes', () => {
    const linked = linkAgent(naming('Support'), agents);
    expect(linkedAgent(linked)?.version).toBe('1.10');
    expect(linkedAgent(linkAgent(naming('Sales'), agents))).toEqual(agents[1]);
    expect(linkedAgent(naming('Support'))).toBeUndefined();
  });
});

describe('a suite that names no agent', () => {
  it.each([
    [
      'version 1',
      'configuration:\n  agent: Support\n  channel: { kind: demo }\n---\n- test: a\n- hi: hello\n',
    ],
    ['a mapping in version 1', 'configuration:\n  agent: { id: 7 }\n---\n- test: a\n- hi: hello\n'],
    [
      'a header',
      '{configuration: {channel: {kind: http, url: "https://a.example", headers: {User-agent: x}}}}\n',
    ],
    ['words of a test', '- test: agent\n- agent: agent\n'],
  ])('stays as it is: %s', (_, text) => {
    expect(linkAgent(text, agents)).toBe(text);
    expect(parseSuite(text).suite.agent).toBeUndefined();
  });

  it('keeps an "agent" of version 1 as a key without effect', () => {
    const { suite, problems } = parseSuite(
      'configuration:\n  agent: Support\n---\n- test: a\n- hi: hello\n',
    );
    expect(suite.configuration).toEqual({ extra: { agent: 'Support' } });
    expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
  });
});

describe('an agent', () => {
  const problemsOf = (text: string) =>
    parseAgents(text).problems.map(({ line, message }) => `${line} ${message}`);

  it('is described by the keys of a configuration, with the same messages and positions', () => {
    expect(problemsOf('agent: A\nchannel: { kind: http, url: ftp://a }\n')).toEqual([
      expect.stringMatching(/^2 .*must be an address that starts with http/),
    ]);
    expect(
      problemsOf('agent: A\nchannel: { kind: http, url: https://a.example }\nevidence: [x]\n'),
    ).toEqual(['3 "evidence" must be keys with values.']);
  });

  it.each([
    ['no channel', 'agent: A\n', 'has no channel'],
    [
      'a text that is too long',
      `${sales}description: ${'x'.repeat(agentLengthMax)}\n`,
      'at most 16,384',
    ],
    [
      'more agents than a file can have',
      Array.from({ length: agentsMax + 1 }, (_, at) => sales.replace('Sales', `S${at}`)).join(
        '---\n',
      ),
      'at most 100 agents',
    ],
    ['an unknown key', `${sales}tags: x\n`, 'An agent has no "tags"'],
    ['a mistyped key', `${sales}evidenc: { sources: [a] }\n`, 'Did you mean "evidence"'],
    ['no name', 'agent:\nchannel: { kind: http, url: https://a.example }\n', 'must be a name'],
    ['a test', '- test: a\n- hi: hello\n', 'is not an agent'],
    ['a configuration', 'configuration:\n  agent: A\n', 'is not an agent'],
    ['a name twice', `${sales}---\n${sales.replace('Sales', 'SALES')}`, 'two agents "SALES"'],
    [
      'a masked credential',
      'agent: A\nchannel: { kind: http, url: https://a.example, headers: { a: "***" } }\n',
      'is masked',
    ],
    [
      'evidence on a channel without spans',
      'agent: A\nchannel: { kind: phone, to: "+1 202 555 0123" }\nevidence: { sources: [a] }\n',
      'Spans are evidence',
    ],
  ])('is refused with %s', (_, text, message) => {
    expect(problemsOf(text).join('\n')).toContain(message);
  });

  it('shows no credentials to people who cannot edit it', () => {
    const text = `${sales.replace(' }', ', headers: { authorization: hunter2-hunter2 } }')}`;
    expect(maskCredentials(text)).not.toContain('hunter2');
    const linked = linkAgent(naming('Sales'), parseAgents(text).agents);
    expect(linked).toContain('hunter2');
    expect(maskCredentials(linked)).not.toContain('hunter2');
  });
});
