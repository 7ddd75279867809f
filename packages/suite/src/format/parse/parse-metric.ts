/** Parses `- metric accuracy: $.score` (syntax version 2): a number that a step measures. */
import { isPattern } from '../../match/contains.ts';
import { patternProblem } from '../../match/pattern.ts';
import { savedValueProblem } from '../../match/saved-value.ts';
import {
  isMetricName,
  isOfAnswer,
  isOfUsage,
  judgeVotes,
  metricNameLengthMax,
  metricsPerStepMax,
} from '../../metrics/metric-source.ts';
import { shorten } from '../model/shorten.ts';
import type { Interaction } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import { follow, type KeyValue, type Reader, textOf } from './values.ts';

const example =
  'Write for example: metric accuracy: $.score, metric hits: tool search.result.total, metric tokens: turn tokens, or metric polite: judge votes';

/** @returns false if the pair is not a metric */
export function parseMetric(reading: Reader, pair: KeyValue, into: Interaction): boolean {
  const [, name = ''] = /^metric\s+(\S.*)$/.exec(pair.key) ?? [];
  if (name === '') return false;
  const { problems } = reading;
  if (!reading.isStrict) {
    problems.warning(
      pair.range,
      `"${shorten(pair.key)}" reads a part of the reply, and measures nothing.`,
      'Add "syntax: 2" to the configuration to measure it.',
    );
    return false;
  }
  const source = textOf(reading, follow(reading, pair.value))?.trim();
  const problem = problemOf(reading, name, source, into);
  if (problem) problems.error(pair.range, ...problem);
  else if (source !== undefined) into.metrics = { ...into.metrics, [name]: source };
  return true;
}

/**
 * Refuses a comparison with a metric, because metrics have no limit and a comparison that is ignored would never fail.
 * @returns false if the text is not one
 */
export function refuseComparedMetric(reading: Reader, text: string, range: TextRange): boolean {
  if (!reading.isStrict || !/^metric \S/.test(text)) return false;
  reading.problems.error(
    range,
    `"${shorten(text)}" compares a metric, which is only measured.`,
    'Compare the value itself, for example: $.score >= 0.8. A gate can ask for a metric: tries with accuracy >= 0.8',
  );
  return true;
}

/** Refuses `judge votes` in a step that asks no judge, because the metric would be missing in every run. */
export function refuseVotesWithoutJudge(
  reading: Reader,
  { assertions, metrics = {} }: Interaction,
  range: TextRange,
): void {
  if (assertions.some(({ operator }) => operator === 'means')) return;
  for (const [name, source] of Object.entries(metrics))
    if (source === judgeVotes)
      reading.problems.error(
        range,
        `The metric "${shorten(name)}" counts the votes of a judge, and this step asks none.`,
        'Add an expectation that a judge reads, for example: - prompt =?: a polite answer',
      );
}

function problemOf(
  reading: Reader,
  name: string,
  source: string | undefined,
  { input, metrics = {} }: Interaction,
): [message: string, hint: string] | undefined {
  if (!isMetricName(name))
    return [
      `"${shorten(name)}" cannot be the name of a metric.`,
      `Use letters, digits, spaces, _ and -, at most ${metricNameLengthMax} characters.`,
    ];
  if (Object.hasOwn(metrics, name))
    return [`The step measures "${shorten(name)}" twice.`, 'Remove one of them.'];
  if (Object.keys(metrics).length >= metricsPerStepMax)
    return [`A step measures at most ${metricsPerStepMax} metrics.`, 'Split the step.'];
  if (!source) return [`The metric "${name}" says nothing of where its number is.`, example];
  if (input.kind === 'check' && !isOfAnswer(source))
    return [
      `"${shorten(source)}" is not a part of the answer of a check.`,
      'Write for example: metric balance: $.balance, metric rows: /(\\d+) rows/, or metric code: status',
    ];
  if (isOfUsage(source) || source === judgeVotes) return undefined;
  if (input.kind === 'check' && source === 'status') return undefined;
  const problem = isPattern(source)
    ? patternProblem(source, reading.patterns)?.message
    : savedValueProblem(source);
  return problem === undefined
    ? undefined
    : [`"${shorten(source)}" is not a part of a reply: ${problem}.`, example];
}
