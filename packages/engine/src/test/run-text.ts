import { createEgress } from '@parley/egress';
import {
  foldEvents,
  parseSuite,
  type RunEvent,
  type RunResult,
  type SuiteEnvironment,
  withEnvironment,
} from '@parley/suite';
import { type RunOptions, runSuite } from '../run-suite.ts';

/** Runs the text of a suite against a bot on this machine. Returns the events and the result that they add up to. */
export async function runText(
  text: string,
  {
    seen,
    environment,
    ...options
  }: Partial<RunOptions> & {
    seen?(event: RunEvent): unknown;
    environment?: SuiteEnvironment | undefined;
  } = {},
): Promise<{ events: RunEvent[]; result: RunResult }> {
  const { suite, problems } = parseSuite(text);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const events: RunEvent[] = [];
  await runSuite({
    suite: environment ? withEnvironment(suite, environment) : suite,
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
    signal: new AbortController().signal,
    emit(event) {
      events.push(event);
      seen?.(event);
    },
    ...options,
  });
  return { events, result: foldEvents(events) };
}
