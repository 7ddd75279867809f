/** Converts Twilio's answers to failures. */
import type { Failure } from '@parley/suite';
import { explainProblem } from '../../explain-call.ts';

interface Refusal {
  status: number;
  code?: unknown;
  message?: unknown;
}

const refused = (code: string, message: string, hint: string): Failure => ({
  class: 'configuration',
  code,
  message,
  hint,
});

const notAccount = () =>
  refused(
    'trunk-refused',
    'Twilio rejected the credentials.',
    'Check PARLEY_TWILIO_ACCOUNT_SID and PARLEY_TWILIO_AUTH_TOKEN.',
  );

const notCaller = () =>
  refused(
    'caller-refused',
    'The Twilio account may not call from this number.',
    'Check the number of the virtual device and PARLEY_TWILIO_FROM: it must be bought or verified at Twilio.',
  );

const notNumber = () =>
  refused('invalid-number', 'Twilio cannot call this number.', 'Check the number.');

const notPermitted = () =>
  refused(
    'call-forbidden',
    'The Twilio account may not call this number.',
    'Allow the country in its voice permissions. A trial account can only call verified numbers.',
  );

const tooMany = (): Failure => ({
  class: 'network',
  code: 'busy',
  message: 'Twilio accepts no more calls from this account at the moment.',
  hint: 'Running fewer tests at once may help: lower concurrency.',
});

/** Failures by Twilio's error codes. */
const refusals: Record<string, () => Failure> = {
  20003: notAccount,
  20404: notAccount,
  20429: tooMany,
  21210: notCaller,
  21212: notCaller,
  13214: notCaller,
  13223: notNumber,
  13224: notNumber,
  21211: notNumber,
  21214: notNumber,
  21217: notNumber,
  13227: notPermitted,
  21215: notPermitted,
  21216: notPermitted,
  21219: notPermitted,
};

/** Explains why no call was placed. */
export function failureOfRefusal({ status, code, message }: Refusal): Failure {
  const known = refusals[String(code)]?.();
  if (known) return known;
  if (status === 401) return notAccount();
  if (status === 429) return tooMany();
  const said = typeof message === 'string' ? message : `${status}`;
  return {
    class: status >= 500 ? 'network' : 'configuration',
    code: 'call-refused',
    message: `Twilio refused the call: ${said}`,
  };
}

interface Where {
  streamUrl: string;
  port: number;
}

/** Explains why a call failed; undefined while it can still be answered. */
export function failureOfStatus(status: string, where: Where): Failure | undefined {
  switch (status) {
    case 'busy':
      return explainProblem({ kind: 'refused', status: 486, reason: 'Busy' });
    case 'no-answer':
      return explainProblem({ kind: 'no-answer' });
    case 'canceled':
      return explainProblem({ kind: 'cancelled' });
    case 'failed':
      return refused(
        'unknown-number',
        'The call could not be connected.',
        'The number is probably not in service. Check it.',
      );
    case 'completed':
      return noStream(where);
    default:
      return undefined;
  }
}

/** The failure for a call that was answered, but whose audio Twilio did not connect. */
export const noStream = ({ streamUrl, port }: Where): Failure =>
  refused(
    'no-stream',
    'The line answered, but Twilio did not deliver its audio.',
    `${streamUrl} must be reachable from the internet and lead to port ${port} of this worker, through a proxy with a valid certificate.`,
  );

export const notReached = (why: string): Failure => ({
  class: 'network',
  code: 'trunk-unreachable',
  message: `Twilio could not be asked to place the call: ${why}.`,
});
