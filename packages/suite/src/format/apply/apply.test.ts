import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configuration, interaction, suite, suiteWithBlocks } from '../../test/arbitrary-suite.ts';
import { sampleTexts } from '../../test/sample-texts.ts';
import type { Assertion, Interaction, Suite } from '../model/suite.ts';
import { parseSuite } from '../parse/parse.ts';
import { printSuite } from '../print/print.ts';
import { applySuite } from './apply.ts';
import { applyToTests } from './apply-to-tests.ts';

/** Changes the model of a text. @returns the text with the change applied */
function changed(text: string, change: (suite: Suite) => void): string {
  const { suite } = parseSuite(text);
  change(suite);
  return applySuite(text, suite);
}

const booking = `# about this file
---
configuration:
  locale: en-US # American
  x-owner:   team A
---
# on top of the test
- test:   "Book"     # named
# on top of hi
- hi :   'hello'
# on top of bye
- bye: goodbye # at its end
# below the test
---
- test: Other
- one
- two
# the end
`;

describe('applySuite', () => {
  it.each(Object.entries(sampleTexts))(
    'gives back %s as it was when nothing changed',
    (_, text) => {
      expect(applySuite(text, parseSuite(text).suite)).toBe(text);
    },
  );

  it.each(Object.entries(sampleTexts))('says the same after a change in %s', (_, text) => {
    const { suite } = parseSuite(text);
    for (const test of suite.tests)
      test.interactions.push(...suite.tests.flatMap((other) => other.interactions[0] ?? []));
    suite.configuration.locale = 'fr-FR';
    expect(parseSuite(applySuite(text, suite)).suite).toEqual(suite);
  });

  it('rewrites only the interaction that changed', () => {
    const applied = changed(booking, (suite) => {
      suite.tests[0]?.interactions[0]?.assertions[0]?.expected.push('hey');
    });
    expect(applied).toBe(
      booking.replace(`- hi :   'hello'`, `- hi:\n  - prompt: ["hello", "hey"]`),
    );
  });

  it('keeps an assertion on what is called like a setting when its neighbour changes', () => {
    const text = '- test: A\n- hi:\n  - prompt: a\n  - request.items[*].id == done\n';
    const applied = changed(text, (suite) => {
      suite.tests[0]?.interactions[0]?.assertions[0]?.expected.push('b');
    });
    expect(parseSuite(applied).suite.tests[0]?.interactions[0]).toMatchObject({
      assertions: [{ property: 'prompt' }, { property: 'request.items[*].id' }],
      settings: {},
    });
  });

  it('keeps the comments above an interaction that was removed', () => {
    const applied = changed(booking, (suite) => suite.tests[0]?.interactions.shift());
    expect(applied).toBe(booking.replace(`- hi :   'hello'\n`, ''));
  });

  it('puts a new interaction between its neighbours', () => {
    const applied = changed(booking, (suite) => {
      suite.tests[1]?.interactions.splice(1, 0, {
        input: { kind: 'text', text: 'new' },
        assertions: [],
        branches: [],
        settings: {},
      });
    });
    expect(applied).toBe(booking.replace('- one\n', '- one\n- new\n'));
  });

  it('moves an interaction with its spelling', () => {
    const applied = changed(booking, (suite) => suite.tests[0]?.interactions.reverse());
    expect(applied).toContain(`- hi :   'hello'`);
    expect(applied).toContain('- bye: goodbye # at its end');
    expect(applied).toContain('# on top of hi');
  });

  it('changes, adds and removes single keys of the configuration', () => {
    const applied = changed(booking, (suite) => {
      suite.configuration.locale = 'de-DE';
      suite.configuration.lenient = true;
    });
    expect(applied).toBe(
      booking
        .replace('locale: en-US # American', 'locale: de-DE # American')
        .replace('team A\n', 'team A\n  lenient: true\n'),
    );
  });

  it('gives a configuration to a text that has none', () => {
    const text = '- test: A\n- hi\n';
    const applied = changed(text, (suite) => {
      suite.configuration.locale = 'en-US';
    });
    expect(applied).toBe('---\nconfiguration:\n  locale: en-US\n---\n- test: A\n- hi\n');
  });

  it('renames a test and leaves its interactions alone', () => {
    const applied = changed(booking, (suite) => {
      const [test] = suite.tests;
      if (test) test.name = 'Book a flight';
    });
    expect(applied).toBe(
      booking.replace('- test:   "Book"     # named', '- test: Book a flight # named'),
    );
  });

  const greeting = `- test: A # the head
- tags:   smoke # and more
- settings: { dataTableRowId: x, other: 3 }
- hi: # beside
  # JIRA-12: the greeting changed
  - prompt:   hello # old
  # kept
  - buttons:   Yes
  - prompt == "press # now" # below
  # - prompt: not yet
- bye:   goodbye # at its end
`;

  const first = ({ tests }: Suite) => tests[0]?.interactions[0] as Interaction;

  it.each<[what: string, change: (suite: Suite) => void, old: string | RegExp, now: string]>([
    [
      'an expectation',
      (suite) => first(suite).assertions[0]?.expected.splice(0, 1, 'hey'),
      'prompt:   hello',
      'prompt: hey',
    ],
    [
      'an expectation with the sign of a comment in it',
      (suite) => first(suite).assertions[2]?.expected.splice(0, 1, 'press # later'),
      '- prompt == "press # now" # below',
      '- prompt: "press # later" # below',
    ],
    [
      'what is said',
      (suite) => {
        first(suite).input = { kind: 'text', text: 'hello' };
      },
      '- hi:',
      '- hello:',
    ],
    [
      'what is expected in one line',
      ({ tests }) => tests[0]?.interactions[1]?.assertions[0]?.expected.splice(0, 1, 'see you'),
      'bye:   goodbye',
      'bye: see you',
    ],
    [
      'an added expectation',
      ({ tests }) =>
        tests[0]?.interactions[1]?.assertions.push({
          property: 'buttons',
          operator: 'exists',
          expected: [],
          negated: false,
        }),
      'bye:   goodbye # at its end',
      'bye: # at its end\n  - prompt: goodbye\n  - buttons exists',
    ],
    [
      'an expectation that is gone',
      (suite) => first(suite).assertions.splice(1, 1),
      '  - buttons:   Yes\n',
      '',
    ],
    [
      'a setting',
      (suite) => {
        first(suite).settings.lenient = true;
      },
      '  # JIRA-12',
      '  - set lenient: true\n  # JIRA-12',
    ],
    [
      'the name',
      ({ tests: [test] }) => {
        if (test) test.name = 'B';
      },
      'test: A',
      'test: B',
    ],
    [
      'the tags',
      ({ tests: [test] }) => test?.tags.push('nightly'),
      'tags:   smoke',
      'tags: smoke, nightly',
    ],
  ])('changes nothing but %s, and keeps the comments', (_, change, old, now) => {
    const wanted = greeting.replace(old, now);
    expect(changed(greeting, change)).toBe(wanted);
    const onWindows = (text: string) => text.replaceAll('\n', '\r\n');
    expect(changed(onWindows(greeting), change)).toBe(onWindows(wanted));
    expect(changed(greeting.trimEnd(), change).trimEnd()).toBe(wanted.trimEnd());
  });

  it.each([
    ['"a # b # c"', '# one'],
    ['"a"', '# one # two # three'],
    ['"a # b # c # d"', '# one # two # three'],
    ['"# # #"', '# # #'],
  ])('tells the signs inside %s from those of %s behind it', (value, comment) => {
    const text = `- test: A\n- hi:\n  - prompt == ${value} ${comment}\n- bye\n`;
    const applied = changed(text, (suite) =>
      first(suite).assertions[0]?.expected.splice(0, 1, 'x'),
    );
    expect(applied).toBe(`- test: A\n- hi:\n  - prompt: x ${comment}\n- bye\n`);
  });

  it('adds to the end of a text without a line break there', () => {
    const text = "- test: A\n- hi:\n  # above\n  - prompt: 'hello'\n- bye:\n  - prompt: bye # last";
    const latency = { property: 'latency', operator: 'less', expected: [500], negated: false };
    const applied = changed(text, ({ tests }) =>
      tests[0]?.interactions[1]?.assertions.push(latency as Assertion),
    );
    expect(applied).toBe(`${text}\n  - latency < 500\n`);
    const step = parseSuite('- test: A\n- ciao\n').suite.tests[0]?.interactions ?? [];
    const longer = changed(text, ({ tests }) => tests[0]?.interactions.push(...step));
    expect(longer).toBe(`${text}\n- ciao\n`);
  });

  it('puts the comments of lines that are no more above what stands in their place', () => {
    const text = '- test: A\n- hi: { prompt: a, # one\n    buttons: b } # two\n';
    const applied = changed(text, (suite) => first(suite).assertions[0]?.expected.push('c'));
    expect(applied).toBe('- test: A\n# two\n- hi: # one\n  - prompt: ["a", "c"]\n  - buttons: b\n');
  });

  it('keeps the comments of a test that must be printed as a whole', () => {
    const text = '---\n# above\n[test: A, { hi: hello }, # one\n  bye] # two\n';
    const applied = changed(text, (suite) => first(suite).assertions[0]?.expected.push('hey'));
    for (const comment of ['# above', '# one', '# two']) expect(applied).toContain(comment);
  });

  it('reorders tests with the comments that belong to them', () => {
    const applied = changed(booking, (suite) => suite.tests.reverse());
    expect(applied).toContain('# below the test\n---\n- test: Other');
    expect(applied.indexOf('Other')).toBeLessThan(applied.indexOf('Book'));
    expect(applied.endsWith('# the end\n')).toBe(true);
  });

  it('removes a test', () => {
    const applied = changed(booking, (suite) => suite.tests.pop());
    expect(applied).not.toContain('Other');
    expect(applied).toContain(`- hi :   'hello'`);
  });

  it('keeps the line ends of Windows', () => {
    const text = '---\r\n- test: A\r\n- hi: hello\r\n';
    const applied = changed(text, (suite) => {
      suite.tests[0]?.interactions.push({
        input: { kind: 'text', text: 'bye' },
        assertions: [],
        branches: [],
        settings: {},
      });
    });
    expect(applied).toBe('---\r\n- test: A\r\n- hi: hello\r\n- bye\r\n');
  });

  it('turns any suite into any other', () => {
    fc.assert(
      fc.property(suite, suite, (before, after) => {
        const applied = applySuite(printSuite(before), after);
        expect(parseSuite(applied).suite).toEqual(after);
      }),
      { numRuns: 50 },
    );
  });

  it('turns any suite with blocks into any other, and back', () => {
    fc.assert(
      fc.property(suiteWithBlocks, fc.oneof(suite, suiteWithBlocks), (before, after) => {
        const applied = applySuite(printSuite(before), after);
        expect(parseSuite(applied).suite).toEqual(after);
        expect(parseSuite(applySuite(applied, before)).suite).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });

  it('carries any edit into a text with comments and keeps them', () => {
    fc.assert(
      fc.property(interaction, configuration, fc.nat(1), (added, settings, at) => {
        const applied = changed(booking, (suite) => {
          suite.configuration = settings;
          suite.tests[at]?.interactions.splice(1, 1, added);
        });
        const { suite } = parseSuite(applied);
        expect(suite.configuration).toEqual(settings);
        expect(suite.tests[at]?.interactions[1]).toEqual(added);
        for (const comment of ['# about this file', '# on top of hi', '# the end']) {
          expect(applied).toContain(comment);
        }
      }),
      { numRuns: 50 },
    );
  });

  const emptied: Interaction = {
    input: { kind: 'text', text: '' },
    assertions: [],
    branches: [],
    settings: {},
  };

  it('keeps all comments of a step of which nothing is left, and takes no text for one', () => {
    const applied = changed(greeting, ({ tests }) => tests[0]?.interactions.splice(0, 1, emptied));
    const comments = ['# JIRA-12: the greeting changed', '# old', '# kept', '# below'];
    expect(applied.slice(applied.indexOf('# JIRA'))).toBe(
      `${[...comments, '# - prompt: not yet'].join('\n')}\n- "" # beside\n- bye:   goodbye # at its end\n`,
    );
  });

  it('carries any change of a step into a text with comments in it and keeps them', () => {
    fc.assert(
      fc.property(interaction, (wanted) => {
        const applied = changed(greeting, ({ tests }) =>
          tests[0]?.interactions.splice(0, 1, wanted),
        );
        expect(parseSuite(applied).suite.tests[0]?.interactions[0]).toEqual(wanted);
        for (const comment of ['# beside', '# JIRA-12']) expect(applied).toContain(comment);
        expect(applied).toContain('- bye:   goodbye # at its end');
      }),
      // The example has no message left, but a line that only looks like a comment.
      { numRuns: 50, examples: [[emptied]] },
    );
  });

  it('says the same after each of many edits of single tests', () => {
    const edit = fc.tuple(fc.nat(), interaction);
    fc.assert(
      fc.property(suite, fc.array(edit, { minLength: 1, maxLength: 5 }), (before, edits) => {
        let text = `# on top\n${printSuite(before)}# the end\n`;
        for (const [at, added] of edits) {
          const { suite } = parseSuite(text);
          const test = suite.tests[at % Math.max(1, suite.tests.length)];
          test?.interactions.splice(at % 3, 1, added);
          text = applySuite(text, suite);
          expect(parseSuite(text).suite).toEqual(suite);
          expect(text).toContain('# on top');
        }
      }),
      { numRuns: 50 },
    );
  });

  it('gives a test that takes the name of another one a name of its own', () => {
    const applied = changed(booking, ({ tests: [, other] }) => {
      if (other) other.name = 'Book';
    });
    expect(parseSuite(applied).suite.tests.map(({ name }) => name)).toEqual(['Book', 'Book (2)']);
  });
});

describe('applySuite near the limits of a text', () => {
  const head = 'configuration:\n  channel:\n    kind: http\n    url: https://a.example\n';
  const step = '- "please book it": "that is booked for you"\n';
  const long = `- hi: ${'long '.repeat(1_800)}\n`;
  const textOf = (count: number, steps: string) =>
    head +
    Array.from({ length: count }, (_, at) => `---\n- test: "T ${at + 1}"\n${steps}`).join('');
  const clone = ({ tests }: Suite) => {
    const [first] = tests;
    if (first) tests.splice(1, 0, { ...structuredClone(first), name: 'Copy' });
  };
  const moveBot = ({ configuration }: Suite) => {
    configuration.channel = { kind: 'http', url: 'https://b.example' };
  };
  const namesIn = (text: string) => text.match(/(?<=^- test: ).*/gm) ?? [];
  const messagesOf = (text: string) => parseSuite(text).problems.map(({ message }) => message);

  it('keeps all tests of a text that would be too large if it were printed', () => {
    const text = textOf(800, step.repeat(25));
    expect(changed(text, moveBot)).toBe(text.replace('a.example', 'b.example'));
  }, 60_000);

  it.each([
    ['tests', textOf(1_000, step), 'at most 1,000 tests'],
    ['tokens', textOf(810, step.repeat(25)), 'is too large'],
    ['characters', textOf(116, long), 'at most 1,048,576'],
  ])(
    'keeps all tests, and says so, where one more is too many %s',
    (_, text, problem) => {
      expect(messagesOf(text)).toEqual([]);
      const applied = changed(text, clone);
      const [first, ...others] = namesIn(text);
      expect(namesIn(applied)).toEqual([first, 'Copy', ...others]);
      expect(messagesOf(applied)).toEqual([expect.stringMatching(problem)]);
    },
    60_000,
  );

  it('keeps the tests behind the last that could be read when one before is removed', () => {
    const text = textOf(1_002, step);
    const applied = changed(text, ({ tests }) => tests.shift());
    expect(namesIn(applied)).toEqual(namesIn(text).slice(1));
  });

  it('keeps a text of which nothing could be read below what is new', () => {
    const text = textOf(130, long);
    expect(changed(text, moveBot)).toBe(`---\n${head.replace('a.', 'b.')}---\n${text}`);
  });
});

describe('applySuite on blocks', () => {
  const text = `configuration:
  syntax: 2
---
- block:   "log in"   # how all begin
- parameters: [user]
# greet
- I am {{user}} :   'welcome'
---
- test: A
- $USE log in: {user: anna}   # she
---
# at the end
- block: last
- bye
---
- test: B
- $USE last
`;

  it('rewrites only what changed in a block, wherever it stands', () => {
    expect(
      changed(text, ({ blocks }) => {
        blocks?.[1]?.interactions.push({
          input: { kind: 'text', text: 'ok' },
          assertions: [],
          branches: [],
          settings: {},
        });
      }),
    ).toBe(text.replace('- bye\n', '- bye\n- ok\n'));
  });

  it('renames a block and keeps its steps and comments', () => {
    const renamed = changed(text, (suite) => {
      const [block] = suite.blocks ?? [];
      if (block) block.name = 'sign in';
      const use = suite.tests[0]?.interactions[0]?.input;
      if (use?.kind === 'use') use.block = 'sign in';
    });
    expect(renamed).toBe(
      text
        .replace('block:   "log in"', 'block: sign in')
        .replace('$USE log in: {user: anna}   #', '$USE sign in: { user: anna } #')
        .replace('   # how', ' # how'),
    );
  });

  it('keeps blocks behind their test when tests move, are added and removed', () => {
    const moved = changed(text, (suite) => suite.tests.reverse());
    expect(moved.indexOf('test: B')).toBeLessThan(moved.indexOf('test: A'));
    const { suite } = parseSuite(moved);
    expect(suite.blocks).toEqual(parseSuite(text).suite.blocks);
    const without = changed(text, (one) => one.tests.shift());
    expect(without).toContain('# at the end\n- block: last');
    expect(parseSuite(without).suite.blocks).toEqual(suite.blocks);
  });

  it('adds a block at the end, and removes one with the last block', () => {
    const added = changed(text, (suite) => {
      suite.blocks?.push({ name: 'new', parameters: [], interactions: [] });
    });
    expect(added).toBe(`${text}---\n- block: new\n`);
    const none = changed(text, (suite) => {
      delete suite.blocks;
    });
    expect(parseSuite(none).suite.blocks).toBeUndefined();
    expect(none).toContain('- test: B\n- $USE last');
  });

  it('edits a test that uses a block in its own document alone', () => {
    const { suite } = parseSuite(text);
    const [test] = suite.tests;
    const input = test?.interactions[0]?.input;
    if (input?.kind === 'use') input.parameters.user = 'eve';
    // Without its configuration, the text would be version 1, in which "$USE" is a message.
    expect(applyToTests(text, suite)).toBe(
      text.replace('{user: anna}   # she', '{ user: eve } # she'),
    );
  });

  it('edits a test between blocks as fast as one without, and keeps the blocks', () => {
    let edited = text;
    for (const said of ['a', 'ab', 'abc']) {
      edited = changed(edited, ({ tests }) => {
        tests[1]?.interactions.splice(1, 1, {
          input: { kind: 'text', text: said },
          assertions: [],
          branches: [],
          settings: {},
        });
      });
    }
    expect(edited).toBe(`${text}- abc\n`);
  });
});
