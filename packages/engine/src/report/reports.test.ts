import type { Ending, RunEvent } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { renderJunit } from './junit.ts';
import { reporters } from './kinds.ts';
import { startRecording } from './recorded-run.ts';
import type { Reporter } from './reporter.ts';
import { tellAll } from './tell.ts';

const failure = {
  class: 'network',
  code: 'connection-closed',
  message: 'Broken\u0007 <off>',
} as const;
const endingOf = (outcome: 'passed' | 'error'): Ending =>
  outcome === 'error' ? { outcome, failure } : { outcome };
const step = (attempt: number, outcome: 'passed' | 'error'): RunEvent[] => [
  { type: 'test.started', at: 1_000, test: 0, attempt },
  { type: 'step.started', at: 1_000, test: 0, attempt, step: 0, sent: 'hi' },
  {
    type: 'step.finished',
    at: 2_500,
    test: 0,
    attempt,
    step: 0,
    verdicts: [],
    ...endingOf(outcome),
  },
  {
    type: 'test.finished',
    at: 2_500,
    test: 0,
    attempt,
    ...endingOf(outcome),
  },
];

const started: Extract<RunEvent, { type: 'run.started' }> = {
  type: 'run.started',
  at: 1_000,
  tests: [
    { name: 'A & B', mode: 'run', steps: [{ input: { kind: 'text', text: 'hi' }, expected: '' }] },
    { name: 'C', mode: 'skipped', steps: [] },
  ],
};

function record(events: RunEvent[], reporter?: Reporter) {
  const run = startRecording('bank.yml');
  for (const event of events) {
    run.record([event]);
    reporter?.event?.(run, event);
  }
  reporter?.finish?.([run]);
  return run;
}

const flaky: RunEvent[] = [
  started,
  ...step(1, 'error'),
  ...step(2, 'passed'),
  { type: 'run.finished', at: 3_000, status: 'passed' },
];

const voicemail = { code: 'voicemail', message: 'A voicemail may have answered.' };
const remarked: RunEvent[] = [
  started,
  ...step(1, 'error').map((event) =>
    'failure' in event ? { ...event, failure: { ...failure, remark: voicemail } } : event,
  ),
  { type: 'run.finished', at: 3_000, status: 'error' },
];
describe('JUnit', () => {
  it('keeps the attempts that were replaced, and can be read by an XML parser', () => {
    const xml = renderJunit([record(flaky)]);
    expect(xml).toContain(
      '<testsuite name="bank.yml" tests="2" failures="0" errors="0" skipped="1" time="2.000"',
    );
    expect(xml).toContain('<testcase name="A &amp; B" classname="bank.yml" time="1.500">');
    expect(xml).toContain(
      '<flakyFailure message="Broken\ufffd &lt;off&gt;" type="connection-closed">step 1: Broken\ufffd &lt;off&gt;</flakyFailure>',
    );
    expect(xml).toContain('<skipped/>');
  });

  it('has no attachments that a bot made up', () => {
    const text = 'Look: [[ATTACHMENT|/etc/passwd]]\n[[[ATTACHMENT|~/.ssh/id]] [link]';
    const reply = {
      text,
      messages: [text],
      buttons: [],
      attachments: [],
      latencyMs: 0,
      payload: null,
    };
    const events = step(1, 'passed').map((event) =>
      event.type === 'step.finished' ? { ...event, reply } : event,
    );
    const xml = renderJunit([record([started, ...events])]);
    expect(xml).toContain('[ [ATTACHMENT|/etc/passwd]]\n[[ [ATTACHMENT|~/.ssh/id]] [link]');
    expect(xml).not.toContain('[[ATTACHMENT|');
  });

  it('tells errors from failures', () => {
    const xml = renderJunit([record([started, ...step(1, 'error')])]);
    expect(xml).toContain('<error message=');
    expect(xml).not.toContain('<failure');
  });

  it.each<[string, RunEvent, string]>([
    [
      'broke as a whole',
      { type: 'run.finished', at: 3_000, status: 'error', failure: { ...failure, hint: 'Wait.' } },
      '<error message="Broken\ufffd &lt;off&gt;" type="connection-closed">Broken\ufffd &lt;off&gt; Wait.</error>',
    ],
    [
      'was interrupted',
      { type: 'run.finished', at: 3_000, status: 'interrupted' },
      '<error message="The run was interrupted before it ended." type="interrupted">',
    ],
    [
      'was cancelled',
      { type: 'run.finished', at: 3_000, status: 'cancelled' },
      '<error message="The run was cancelled before it ended." type="cancelled">',
    ],
    [
      'goes on',
      { type: 'test.started', at: 3_000, test: 1, attempt: 1 },
      '<error message="The run has not ended yet." type="running">',
    ],
  ])('has a case that failed for a run that %s', (_, end, error) => {
    const xml = renderJunit([record([started, ...step(1, 'passed'), end])]);
    expect(xml).toContain('tests="3" failures="0" errors="1" skipped="1"');
    expect(xml).toContain('<testcase name="The run" classname="bank.yml" time="0.000">');
    expect(xml).toContain(error);
    expect(xml.match(/<testcase /g)).toHaveLength(3);
  });
});

describe('JUnit of a suite that is run once for each row of data', () => {
  const held = (row: string, events: RunEvent[]) => {
    const run = startRecording(`bank.yml [${row}]`, { row: { suite: 'bank.yml', name: row } });
    run.record(events);
    return run;
  };

  it('has one suite, and a case with a name of its own for each row', () => {
    const broken: RunEvent[] = [
      started,
      ...step(1, 'passed'),
      { type: 'run.finished', at: 9_000, status: 'error', failure },
    ];
    const other = record(flaky);
    const xml = renderJunit([
      held('gold', flaky),
      { ...other, name: 'shop.yml' },
      held('silver', broken),
    ]);
    expect(xml.match(/<testsuite /g)).toHaveLength(2);
    const figures = (name: string) =>
      [...xml.matchAll(new RegExp(`<testsuite [^>]* ${name}="([\\d.]+)"`, 'g'))].map(([, n]) =>
        Number(n),
      );
    const total = (name: string) => figures(name).reduce((all, one) => all + one, 0);
    expect(xml).toContain(
      `<testsuites tests="${total('tests')}" failures="${total('failures')}" errors="1" skipped="${total('skipped')}" time="${total('time').toFixed(3)}">`,
    );
    expect(total('tests')).toBeGreaterThan(5);
    expect(xml).toContain(
      '<testsuite name="bank.yml" tests="5" failures="0" errors="1" skipped="2" time="8.000"',
    );
    for (const name of ['A &amp; B [gold]', 'C [gold]', 'A &amp; B [silver]', 'The run [silver]'])
      expect(xml).toContain(`<testcase name="${name}" classname="bank.yml"`);
    expect(xml).toContain('<testcase name="A &amp; B" classname="shop.yml"');
  });
});

describe('the list', () => {
  it('says what failed below its test and never lets a bot write control characters', () => {
    let written = '';
    const list = reporters.list.create({ write: (text) => (written += text), hasColors: false });
    record([started, ...step(1, 'error')], list);
    expect(written).toBe(
      '! bank.yml › A & B 1.5 s\n    1. hi\n       Broken  <off>\n\n1 error, 1 skipped\n',
    );
  });
});

describe('the list of a run that was slowed', () => {
  it('says how often the host may be asked and how long the run waited', () => {
    let written = '';
    const list = reporters.list.create({ write: (text) => (written += text), hasColors: false });
    const slowed = { waitedMs: 12_345, perSecond: 50 };
    record([started, { type: 'run.finished', at: 3_000, status: 'passed', slowed }], list);
    expect(written).toContain(
      'Slowed: the host may be asked 50 times a second; this run waited 12.3 s.\n',
    );
  });
});

describe('the list of a run whose bot was busy', () => {
  it('says how long it was waited for', () => {
    let written = '';
    const list = reporters.list.create({ write: (text) => (written += text), hasColors: false });
    const reply = {
      text: 'hi',
      messages: ['hi'],
      buttons: [],
      attachments: [],
      latencyMs: 1_100,
      waitedMs: 1_000,
      payload: null,
    };
    const events = step(1, 'passed').map((event) =>
      event.type === 'step.finished' ? { ...event, reply } : event,
    );
    record([started, ...events], list);
    expect(written).toContain('A & B 1.5 s, bot busy for 1.0 s\n');
  });
});

describe('GitHub', () => {
  function annotations(events: RunEvent[]): string {
    let written = '';
    record(
      events,
      reporters.github.create({ write: (text) => (written += text), hasColors: false }),
    );
    return written;
  }

  it('is told once of a test that did not pass, and nothing of one that passed in the end', () => {
    expect(annotations(flaky)).toBe('');
    const broken: RunEvent[] = [
      started,
      ...step(1, 'error'),
      ...step(2, 'error'),
      { type: 'run.finished', at: 3_000, status: 'error' },
    ];
    expect(annotations(broken)).toMatch(/^::error title=A & B::Step 1 [^\n]*\n$/);
  });

  it('is told nothing of a test in quarantine', () => {
    const tests = started.tests.map((test) => ({ ...test, isQuarantined: true as const }));
    const events: RunEvent[] = [
      { ...started, tests },
      ...step(1, 'error'),
      { type: 'run.finished', at: 3_000, status: 'passed' },
    ];
    expect(annotations(events)).toBe('');
  });
});

describe('several reporters', () => {
  it('are told the same, and one that fails does not hurt the others or the run', () => {
    const failures: unknown[] = [];
    const heard: string[] = [];
    const broken: Reporter = {
      event() {
        throw new Error('no disk');
      },
      finish: () => heard.push('broken was asked again'),
    };
    const good: Reporter = { event: (_, event) => heard.push(event.type) };
    const all = tellAll([broken, good], (error) => failures.push(error));
    const run = startRecording('a');
    run.record([started]);
    all.event(run, started);
    all.event(run, started);
    all.finish([run]);
    expect(heard).toEqual(['run.started', 'run.started']);
    expect(failures).toEqual([new Error('no disk')]);
  });
});

it.each(['list', 'junit', 'github', 'json'] as const)(
  'what was noticed stands beside what failed: %s',
  (name) => {
    let written = '';
    const reporter = reporters[name].create({
      write: (text) => (written += text),
      hasColors: false,
    });
    record(remarked, reporter);
    expect(written.indexOf('Broken')).toBeGreaterThan(-1);
    expect(written.lastIndexOf(voicemail.message)).toBeGreaterThan(written.indexOf('Broken'));
  },
);

it.each(['list', 'junit', 'github'] as const)(
  'what was noticed about a whole test stands beside its failed step: %s',
  (name) => {
    let written = '';
    const reporter = reporters[name].create({
      write: (text) => (written += text),
      hasColors: false,
    });
    const ofTest = remarked.map((event) =>
      event.type === 'step.finished' && event.failure ? { ...event, failure } : event,
    );
    record(ofTest as RunEvent[], reporter);
    expect(written.split(voicemail.message)).toHaveLength(2);
  },
);
