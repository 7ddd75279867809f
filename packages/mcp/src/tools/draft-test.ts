import {
  type Assertion,
  matchAssertion,
  matchSettings,
  parseSuite,
  printSuite,
  type Suite,
} from '@parley/suite';
import { z } from 'zod';
import { ToolFailure } from '../parley-api.ts';
import { next, runId, tool, untrusted } from '../tool.ts';
import { readTest } from './failure-tools.ts';

const isBad = ({ outcome }: { outcome: string }) => !['passed', 'skipped'].includes(outcome);

export const draftTest = tool({
  name: 'draft_test',
  title: 'Draft a test for a failure',
  description:
    "Drafts a test (YAML) that repeats a test's conversation up to the step that broke, with the expectations that you give. It is checked, but neither stored nor run: show it to the user.",
  input: z.object({
    runId,
    test: z.number().int().min(0).max(1_000_000).describe('`test` of explain_run.'),
    name: z.string().min(1).max(120).describe('A name for the new test.'),
    expect: z
      .array(z.string().min(1).max(500))
      .min(1)
      .max(10)
      .describe(
        'The reply of the last step must contain one of these texts; `*` stands for anything.',
      ),
  }),
  output: z.object({
    text: untrusted.describe('The test in the test language; messages in it are those of the run.'),
    steps: z.number(),
    failsOnRecordedReply: z
      .boolean()
      .nullable()
      .describe('True if the draft finds the failure in the recorded reply; null without a reply.'),
    problems: z.array(untrusted),
    next,
  }),
  async run(context, { runId: id, test: index, name, expect }) {
    const test = await readTest(context, id, index);
    const last = test.interactions.findIndex(isBad);
    const steps = test.interactions.slice(0, last + 1);
    if (steps.length === 0 || steps.some(({ sent }) => sent === null)) {
      throw new ToolFailure(
        'nothing_to_repeat',
        'The test broke before a message was sent, so there is no conversation to repeat.',
        'Read the failure with explain_run; it is probably a setup error.',
      );
    }
    if (expect.some((text) => !/[^*\s]/.test(text))) {
      throw new ToolFailure(
        'expectation_cannot_fail',
        'An expectation of `*` alone passes with every reply.',
        'Say what the right reply contains.',
      );
    }
    const assertion: Assertion = {
      property: 'prompt',
      operator: 'contains',
      expected: expect,
      negated: false,
    };
    const suite: Suite = {
      configuration: {},
      tests: [
        {
          name,
          mode: 'normal',
          tags: [],
          interactions: steps.map(({ sent }, at) => ({
            input: { kind: 'text', text: sent ?? '' },
            assertions: at === last ? [assertion] : [],
            branches: [],
            settings: {},
          })),
        },
      ],
    };
    const text = printSuite(suite);
    const { problems } = parseSuite(text);
    const reply = steps[last]?.reply ?? null;
    const verdict =
      reply === null
        ? null
        : matchAssertion(
            assertion,
            { text: reply, messages: [reply], buttons: [], attachments: [] } as never,
            matchSettings({}),
          );
    const finds = verdict === null ? null : !verdict.passed;
    return {
      text: context.mark(text, 20_000),
      steps: steps.length,
      failsOnRecordedReply: finds,
      problems: problems.slice(0, 20).map(({ message }) => context.mark(message, 300)),
      next:
        finds === false
          ? 'The recorded reply would pass this draft, so it does not find the failure. Choose another expectation.'
          : 'Show the draft to the user. It belongs below the tests of the suite; check the whole text with lint_suite.',
    };
  },
});
