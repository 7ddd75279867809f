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

/** What of a test is hidden: its row of data may be what a header is filled in with. */
export function maskOfTest(
  { test }: Pick<PlannedTest, 'test'>,
  configuration: SuiteConfiguration,
): Mask {
  const { channel } = configuration;
  const values = valuesFor(configuration, test);
  const mask = channel ? maskOfChannel(channel, values) : createMask();
  hideSecrets(mask, values);
  hideCredentials(mask, test.interactions, values);
  const { beforeEach = [], afterEach = [] } = configuration;
  for (const { request } of [...beforeEach, ...afterEach]) hideCredentialsOf(mask, request, values);
  return mask;
}

export interface EventMask {
  /** The event as it is stored: without the credentials that the suite gives the bot. */
  masked(event: RunEvent): RunEvent;
  /** Hides a value from the further events of a test. */
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
    if (event.type !== 'step.finished') return mask.inData(event);
    const { reply, silence, ...rest } = event;
    return {
      ...mask.inData(rest),
      ...(reply && { reply: maskTurn(mask, reply) }),
      ...(silence && { silence: maskTurn(mask, silence) }),
    };
  };
  return { masked, hide: (test, secret) => masks.get(test)?.hide(secret) };
}

/** Data from a bot, as it is stored. */
export function maskTurn<T extends Reply | Silence>(mask: Mask, turn: T): T {
  const masked = mask.inData(turn);
  return masked === turn ? turn : { ...masked, isMasked: true };
}
