import { type Completion, type CompletionSource, completeFromList } from '@codemirror/autocomplete';
import type { Block } from '@parley/suite';

const commands: Completion[] = [
  { label: '$OPEN', detail: 'wait for the greeting' },
  { label: '$PAUSE 2', detail: 'wait two seconds' },
  { label: '$SILENCE', detail: 'say nothing' },
  { label: '$DIAL', detail: 'call the line' },
  { label: '$1234', detail: 'press keys' },
  { label: '$USE', detail: 'the steps of a block (syntax 2)' },
  { label: '$CHECK GET', detail: 'check the system of record (syntax 2)' },
];

const expectations: Completion[] = [
  { label: 'prompt:', detail: 'reply contains' },
  { label: 'prompt =~', detail: 'matches a pattern' },
  { label: 'prompt ~~', detail: 'is similar to' },
  { label: 'prompt =?', detail: 'means (LLM judge)' },
  { label: 'sounds like: greeting.wav', detail: 'is this recording (syntax 2)' },
  { label: 'prompt !=', detail: 'does not contain' },
  { label: 'response < 1.2s', detail: 'time until they speak, on a call (syntax 2)' },
  { label: 'interrupt after 800ms:', detail: 'say it while they speak, on a call (syntax 2)' },
  { label: 'yields within 1s', detail: 'they stop when interrupted (syntax 2)' },
  { label: 'backchannel after 1s: mhm', detail: 'say it while they speak, on a call (syntax 2)' },
  { label: 'keeps speaking', detail: 'a backchannel does not stop them (syntax 2)' },
  { label: 'line is: menu', detail: 'menu, voicemail, busy and others, on a call (syntax 2)' },
  { label: 'line is not: voicemail', detail: 'on a call (syntax 2)' },
  { label: 'dead air < 3s', detail: 'longest silence of both, on a call (syntax 2)' },
  {
    label: 'network mos > 3.8',
    detail: 'sound quality that the network allows, on a call (syntax 2)',
  },
  { label: 'quickReplies:', detail: 'button titles' },
  { label: 'latency <', detail: 'milliseconds until the first message' },
  { label: 'tool NAME: called', detail: 'tool was called (syntax 2)' },
  { label: 'tool NAME: never', detail: 'tool was not called (syntax 2)' },
  {
    label: 'tool NAME: { times: 1, args: { order: 7 } }',
    detail: 'how often, with which arguments (syntax 2)',
  },
  { label: 'tool order: [first, second]', detail: 'order of tool calls (syntax 2)' },
  { label: 'only tools: [first, second]', detail: 'no other tool was called (syntax 2)' },
  { label: 'turn tokens <', detail: 'tokens of the models in the turn (syntax 2)' },
  { label: 'conversation tokens <', detail: 'tokens in the conversation so far (syntax 2)' },
  { label: 'metric accuracy: $.score', detail: 'measure a number of the reply (syntax 2)' },
  { label: 'metric tokens: turn tokens', detail: 'measure tokens, cost or latency (syntax 2)' },
  { label: 'turn cost <', detail: 'what the models of the turn cost (syntax 2)' },
  { label: 'conversation cost <', detail: 'cost of the conversation so far (syntax 2)' },
  { label: 'accessibility: no violations', detail: 'the chat widget, by axe-core (syntax 2)' },
  { label: 'status: 200', detail: 'status of a checked system (syntax 2)' },
  { label: '$.state ===', detail: 'JSON of a checked system (syntax 2)' },
  {
    label: 'request: POST',
    detail: 'under before all, before each and after each (syntax 2)',
  },
  { label: 'save: { order: $.id }', detail: 'keep values of a reply or an answer (syntax 2)' },
  { label: 'within: 10s', detail: 'repeat a check until it holds (syntax 2)' },
  { label: 'stays: 5s', detail: 'a check has to go on holding (syntax 2)' },
  { label: 'exit', detail: 'end the test' },
  { label: 'label:', detail: 'label' },
];

const head: Completion[] = [
  { label: 'test:', detail: 'test name' },
  { label: 'test.only:', detail: 'run only this test' },
  { label: 'test.skip:', detail: 'skip this test' },
  { label: 'block:', detail: 'steps that tests share (syntax 2)' },
  { label: 'parameters:', detail: 'names in a block (syntax 2)' },
  { label: 'tags:' },
  { label: 'description:' },
];

const settings: Completion[] = [
  'configuration:',
  'channel:',
  'kind: http',
  'kind: websocket',
  'url:',
  'headers:',
  'request:',
  'toolCalls:',
  'before all:',
  'expires: $.expires_in',
  'before each:',
  'repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 50 }',
  'gate: { rules: [must, pass rate: { noWorseBy: 10% }] }',
  'tries without tool errors: { noWorseBy: 5% }',
  'tries within 4000 tokens: { atLeast: 95% }',
  'tries within 0.02 USD: { atLeast: 95% }',
  'tries with accuracy >= 0.8: { noWorseBy: 5% }',
  'replies within 3s: { atLeast: 95% }',
  'after each:',
  'evidence: { sources: [support-agent] }',
  'join: { session.id: "{{session}}" }',
  'prices: { currency: USD, models: { small: { input: 0.15, cached: 0.075, output: 0.6 } } }',
  'syntax: 2',
  'judge:',
  'agent:',
  'version:',
  'replies:',
  'variables:',
  'replyTimeout:',
  'concurrency:',
  'stopOnFailure:',
  'lenient:',
  'fuzzyThreshold:',
].map((label) => ({ label }));

const words = completeFromList([...commands, ...expectations, ...head, ...settings]);

/**
 * Completes words of the test language, uses of the blocks in the text, and names of recordings.
 *
 * @param names called for each completion, because they are loaded while the editor is open
 */
export function suiteCompletions(
  names: () => { recordingNames: readonly string[]; library: readonly Block[] },
): CompletionSource {
  return async (context) => {
    const found = await words(context);
    if (!found) return found;
    const { recordingNames, library } = names();
    const own = usesIn(context.state.doc.toString());
    const lent = library
      .map((block) => useOf(block.name, block.parameters, 'the steps of this block of the library'))
      .filter(({ label }) => !own.some((one) => one.label === label));
    const options = [...own, ...lent, ...soundsLike(recordingNames), ...found.options];
    return { ...found, options };
  };
}

/** A completion for each recording, such as `sounds like: greeting.wav`. */
const soundsLike = (names: readonly string[]): Completion[] =>
  names.map((name) => ({
    label: `sounds like: ${name}`,
    detail: 'is this recording of the project',
    boost: 1,
  }));

/** Creates a completion for each block in the text, such as `$USE log in: { user: … }`. */
export function usesIn(text: string): Completion[] {
  const blocks = text.matchAll(
    /^- +block: +(?<name>[^\n]*?) *\n(?:- +description:[^\n]*\n)?(?:- +parameters: *\[?(?<parameters>[^\]\n]*))?/gm,
  );
  return [...blocks].map(({ groups: { name = '', parameters = '' } = {} }) => {
    const names = parameters.split(',').map((one) => one.trim());
    const bare = name.replace(/^(["'])(.*)\1$/, '$2');
    return useOf(bare, names.filter(Boolean), 'the steps of this block');
  });
}

function useOf(name: string, parameters: readonly string[], detail: string): Completion {
  const texts = parameters.map((one) => `${one}: `);
  const label = texts.length > 0 ? `$USE ${name}: { ${texts.join(', ')}}` : `$USE ${name}`;
  return { label, detail, boost: 1 };
}
