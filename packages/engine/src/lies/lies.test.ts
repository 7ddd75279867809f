import { describe, expect, it, vi } from 'vitest';
import { absence } from './absence.ts';
import { accessibility } from './accessibility.ts';
import { agentAnswers } from './agent-answers.ts';
import { agents } from './agents.ts';
import { blocks } from './blocks.ts';
import { branches } from './branches.ts';
import { cost } from './cost.ts';
import { environments } from './environments.ts';
import type { LieCase } from './lie.ts';
import { meaning } from './meaning.ts';
import { names } from './names.ts';
import { numbers } from './numbers.ts';
import { phoneLines } from './phone.ts';
import { records } from './records.ts';
import { repeats } from './repeats.ts';
import { replies } from './replies.ts';
import { replyParts } from './reply-parts.ts';
import { replyPaths } from './reply-paths.ts';
import { runBroken, runLie } from './run-lie.ts';
import { runValues } from './run-values.ts';
import { savedValues } from './saved-values.ts';
import { silences } from './silence.ts';
import { spans } from './spans.ts';
import { spansByValue } from './spans-by-value.ts';
import { spelling } from './spelling.ts';
import { tokens } from './tokens.ts';
import { tools } from './tools.ts';
import { transport } from './transport.ts';
import { turns } from './turns.ts';
import { untested } from './untested.ts';
import { widgets } from './widgets.ts';

// Several browsers start at once, which takes long on a slow machine.
vi.setConfig({ testTimeout: 120_000 });

const families: Record<string, LieCase[]> = {
  'what a reply says': replies,
  numbers,
  'what is not there': absence,
  'values of a run': runValues,
  'slips of the suite': spelling,
  'parts of a reply': replyParts,
  'paths to the replies': replyPaths,
  'several frames in a turn': turns,
  'agents and their tools': agents,
  'calls of tools': tools,
  'tokens of models': tokens,
  'cost of models': cost,
  'spans of agents': spans,
  'spans that are joined by values': spansByValue,
  'answers of agents on the usual SDKs': agentAnswers,
  'checks of the system of record': records,
  'tests that are repeated': repeats,
  'values that steps save': savedValues,
  'values of environments': environments,
  'blocks of steps': blocks,
  silence: silences,
  'what comes in place of a reply': transport,
  'names and settings': names,
  branches,
  'runs that judged nothing': untested,
  'what a judge decides': meaning,
  'phone lines': phoneLines,
  'chat widgets': widgets,
  'the accessibility of widgets': accessibility,
};

function settle(differences: string[], wrongToday: string | undefined) {
  if (wrongToday === undefined) expect(differences).toEqual([]);
  else expect(differences, `right now: remove its mark "${wrongToday}"`).not.toEqual([]);
}

describe.concurrent.each(Object.entries(families))('the suite of lies: %s', (_, cases) => {
  for (const one of cases) {
    it(`${one.title}: ${one.verdict}`, async () => {
      settle(await runLie(one), one.wrongToday);
    });
    if (one.kind !== 'honest') continue;
    const { broken } = one;
    it(`${one.title}, broken: ${broken.verdict}`, async () => {
      settle(await runBroken(one), broken.wrongToday);
    });
  }
});

it('the suite of lies is large, and half of it honest', () => {
  const cases = Object.values(families).flat();
  const honest = cases.filter(({ kind }) => kind === 'honest').length;
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(honest / cases.length).toBeGreaterThan(0.4);
  expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
});
