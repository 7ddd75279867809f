/**
 * Re-evaluates runs in a process of the pool, see reevaluate-run.ts, because the caller's input determines how long it takes.
 */
import { reevaluate } from '@parley/engine/reevaluate';
import {
  foldEvents,
  type Problem,
  parseSuite,
  type RepeatRule,
  type SuiteEnvironment,
  spellResult,
  withEnvironment,
} from '@parley/suite';
import type { RunDevice } from '../../../db/schema/runs.ts';
import { withShortVerdicts } from '../log/shorten-verdicts.ts';
import { withValuesOf } from '../log/with-values-of.ts';

export interface RunToJudge {
  /** Text of the suite with the expectations to evaluate. */
  source: string;
  device: RunDevice | null;
  /** Environment of the run, with masked secrets. */
  environment: SuiteEnvironment | null;
  /** Repeat rule that the run requested; null if there is none. */
  repeat: Partial<RepeatRule> | null;
  /** Stored events of the run in order, one per line. */
  lines: string;
}

/** A `WireResult` in JSON: the re-evaluated result, or the errors of the text. */
export type ReevaluationNote = { result: string } | { problems: Problem[] };

export async function reevaluateStoredRun(run: RunToJudge): Promise<ReevaluationNote> {
  const { suite, problems } = parseSuite(run.source);
  if (problems.some(({ severity }) => severity === 'error')) return { problems };
  const stored = foldEvents(
    run.lines.split('\n').map((line) => withShortVerdicts(JSON.parse(line))),
  );
  const asSpoken = run.device ? withValuesOf(run.device, suite) : suite;
  const inEnvironment = run.environment ? withEnvironment(asSpoken, run.environment) : asSpoken;
  const judged = await reevaluate(inEnvironment, stored, run.repeat ?? undefined);
  return { result: JSON.stringify(spellResult(judged)) };
}
