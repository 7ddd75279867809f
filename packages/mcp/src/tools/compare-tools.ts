/** Tools that compare two runs. */
import type { GateView } from '@parley/contract';
import { z } from 'zod';
import { ask, pathOf } from '../parley-api.ts';
import { runId, type ToolContext, tool, untrusted } from '../tool.ts';

const baseline = z
  .string()
  .min(1)
  .max(200)
  .describe('Run to compare with: its id, `label:` and a label, or `last-green`.');

const listedMax = 50;

const gateOf = ({ api }: ToolContext, id: string, query: Record<string, string | number>) =>
  ask<GateView>(api, 'GET', pathOf(['runs', id, 'gate'], query));

const share = ({ passed, tries }: { passed: number; tries: number }) => `${passed}/${tries}`;

export const compareRuns = tool({
  name: 'compare_runs',
  title: 'Compare two runs',
  description:
    'Lists the tests whose result changed between two finished runs of a suite, and what else differs.',
  input: z.object({ runId, baseline }),
  output: z.object({
    baselineRunId: z.string(),
    differs: z
      .array(untrusted)
      .describe('What differs besides the version, such as the environment.'),
    changed: z.array(
      z.object({
        test: untrusted,
        change: z.string(),
        before: z.string().describe('Passed tries of all tries.'),
        after: z.string(),
      }),
    ),
    unchanged: z.number(),
    notListed: z.number(),
    notCompared: z.object({ added: z.number(), gone: z.number(), edited: z.number() }),
  }),
  async run(context, { runId: id, baseline: other }) {
    const { mark } = context;
    const gate = await gateOf(context, id, { baseline: other });
    const changed = gate.tests.filter(({ change }) => !change.startsWith('still'));
    return {
      baselineRunId: gate.baseline?.id ?? '',
      differs: gate.differs.slice(0, listedMax).map((text) => mark(text, 300)),
      changed: changed.slice(0, listedMax).map(({ test, change, baseline: before, candidate }) => ({
        test: mark(test, 600),
        change,
        before: share(before),
        after: share(candidate),
      })),
      unchanged: gate.tests.length - changed.length,
      notListed: Math.max(0, changed.length - listedMax),
      notCompared: {
        added: gate.apart.added.length,
        gone: gate.apart.gone.length,
        edited: gate.apart.edited.length,
      },
    };
  },
});

const gateMeanings = {
  passed: 'The version is no worse than the margin allows, as far as these runs show.',
  blocked: 'The version is worse than the margin allows. Do not release it.',
  undecided: 'The runs do not decide it. This is not a pass: more tests or tries are needed.',
};

export const gateRun = tool({
  name: 'gate_run',
  title: 'Decide whether a version can be released',
  description:
    'Compares a run with a baseline: is its version no worse than allowed? `undecided` is not a pass.',
  input: z.object({
    runId,
    baseline,
    noWorseBy: z
      .number()
      .min(0.01)
      .max(0.99)
      .optional()
      .describe(
        "How much lower the pass rate may be; by default that of the suite's gate, or else 0.1.",
      ),
    rules: z
      .string()
      .max(2_000)
      .optional()
      .describe(
        'More rules, with a semicolon between them: `tries without tool errors at least 95%`, `tries within 4000 tokens no worse by 5%`.',
      ),
  }),
  output: z.object({
    verdict: z.enum(['passed', 'blocked', 'undecided']),
    meaning: z.string(),
    baselineRunId: z.string(),
    doubts: z.array(untrusted),
    remarks: z.array(untrusted),
    rules: z.array(z.object({ rule: untrusted, verdict: z.string(), why: untrusted })),
    must: z.array(z.object({ test: untrusted, verdict: z.string(), why: untrusted })),
  }),
  async run(context, { runId: id, baseline: other, noWorseBy, rules }) {
    const { mark } = context;
    const gate = await gateOf(context, id, {
      baseline: other,
      ...(noWorseBy !== undefined && { noWorseBy }),
      ...(rules !== undefined && { rules }),
    });
    return {
      verdict: gate.verdict,
      meaning: gateMeanings[gate.verdict],
      baselineRunId: gate.baseline?.id ?? '',
      doubts: gate.doubts.slice(0, listedMax).map((text) => mark(text, 500)),
      remarks: (gate.remarks ?? []).slice(0, listedMax).map((text) => mark(text, 500)),
      rules: gate.rules.map(({ rule, verdict, why }) => ({
        rule: mark(rule),
        verdict,
        why: mark(why, 500),
      })),
      must: gate.must
        .filter(({ verdict }) => verdict !== 'passed')
        .slice(0, listedMax)
        .map(({ test, verdict, why }) => ({ test: mark(test, 600), verdict, why: mark(why, 500) })),
    };
  },
});
