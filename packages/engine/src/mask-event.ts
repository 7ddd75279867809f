import {
  type PlannedTest,
  type Reply,
  type RunEvent,
  type Silence,
  type SuiteConfiguration,
  valuesFor,
} from '@parley/suite';
import { createMask, hideSecrets, type Mask, maskOfChannel } from './channels/mask.ts';
import { hideCredentials, hideCredentialsOf } from './requests/shown-request.ts';

/** Masks the credentials and secrets of a test, including those that its data row fills into a header. */
export function maskOfTest(
  { test }: Pick<PlannedTest, 'test'>,
  configuration: SuiteConfiguration,
): Mask {
  const { channel } = configuration;
  const values = valuesFor(configuration, test);
  const mask = channel ? maskOfChannel(channel, values) : createMask();
  hideSecrets(mask, values);
  hideCredentials(mask, test.interactions, values);
  const { beforeAll = [], beforeEach = [], afterEach = [] } = configuration;
  for (const { request } of [...beforeAll, ...beforeEach, ...afterEach])
    hideCredentialsOf(mask, request, values);
  return mask;
}

export interface EventMask {
  /** Returns the event as it is stored: without the secrets and credentials of the suite. */
  masked(event: RunEvent): RunEvent;
  /** Hides a value in all later events of a test. */
  hide(test: number, secret: string): void;
}

export function createEventMask(
  plan: readonly PlannedTest[],
  configuration: SuiteConfiguration,
): EventMask {
  const masks = new Map(plan.map((planned) => [planned.index, maskOfTest(planned, configuration)]));
  const ofRun = createMask();
  hideSecrets(ofRun, valuesFor(configuration));
  const masked = (told: RunEvent): RunEvent => {
    const event = 'test' in told ? told : ofRun.inData(told);
    if (event.type === 'run.started') {
      const tests = event.tests.map((test, index) => ({
        ...test,
        steps: masks.get(index)?.inData(test.steps) ?? test.steps,
      }));
      return { ...event, tests };
    }
    const mask = 'test' in event ? masks.get(event.test) : undefined;
    if (!mask || mask.isEmpty()) return event;
    if (event.type === 'step.revised') return mask.inData(withoutParts(mask, event));
    if (event.type !== 'step.finished') return mask.inData(event);
    const { reply, silence, ...rest } = event;
    return {
      ...mask.inData(withoutParts(mask, rest)),
      ...(reply && { reply: maskTurn(mask, reply) }),
      ...(silence && { silence: maskTurn(mask, silence) }),
    };
  };
  return { masked, hide: (test, secret) => masks.get(test)?.hide(secret) };
}

/**
 * Removes differences that quote parts of a secret. A comparison shows a secret word by word, and masking does not recognize
 * single words. The difference is therefore left out of the verdict and of the failure that quotes it.
 */
export function withoutParts<T extends Judged>(mask: Mask, event: T): T {
  const verdicts = changedItems(event.verdicts, (verdict) => {
    const { difference, hint, ...rest } = verdict;
    const isOfSecret =
      mask.inData(rest.expected) !== rest.expected || mask.inText(rest.rule) !== rest.rule;
    return isOfSecret && (difference ?? hint) !== undefined ? rest : verdict;
  });
  if (verdicts === event.verdicts) return event;
  if (!event.failure) return { ...event, verdicts };
  const { hint, ...failure } = event.failure;
  return { ...event, verdicts, failure };
}

type Judged = Pick<Extract<RunEvent, { type: 'step.finished' }>, 'verdicts' | 'failure'>;

/** Masks a turn for storage. Marks it as masked if that changed anything. */
export function maskTurn<T extends Reply | Silence>(mask: Mask, turn: T): T {
  const { events, tools } = turn;
  const foreign = {
    ...('payload' in turn && { payload: mask.inForeign(turn.payload) }),
    ...(events && {
      events: changedItems(events, (event) => withForeign(mask, event, ['data'])),
    }),
    ...(tools && {
      tools: withParts(tools, {
        calls: changedItems(tools.calls, (call) => withForeign(mask, call, ['args', 'result'])),
      }),
    }),
  };
  const masked = mask.inData(withParts(turn, foreign as Partial<T>));
  return masked === turn ? turn : { ...masked, isMasked: true };
}

/** @returns the same object if no part has changed */
const withParts = <T extends object>(whole: T, parts: Partial<T>): T =>
  (Object.keys(parts) as (keyof T)[]).some((key) => parts[key] !== whole[key])
    ? { ...whole, ...parts }
    : whole;

/** @returns the same list if no item has changed */
function changedItems<T>(list: T[], change: (item: T) => T): T[] {
  const changed = list.map(change);
  return changed.some((item, at) => item !== list[at]) ? changed : list;
}

const withForeign = <T extends object>(mask: Mask, whole: T, keys: (keyof T)[]): T =>
  withParts(
    whole,
    Object.fromEntries(
      keys.filter((key) => key in whole).map((key) => [key, mask.inForeign(whole[key])]),
    ) as Partial<T>,
  );
