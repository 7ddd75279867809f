/** What Twilio answers, in the words of the result. */
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
    'Twilio does not take our credentials.',
    'Check PARLEY_TWILIO_ACCOUNT_SID and PARLEY_TWILIO_AUTH_TOKEN.',
  );

const notCaller = () =>
  refused(
    'caller-refused',
    'The Twilio account may not call from this number.',
    'Check the number of the virtual device and PARLEY_TWILIO_FROM: it has to be bought or verified there.',
  );

const notNumber = () =>
  refused('invalid-number', 'Twilio cannot call this number.', 'Check who is called.');

const notPermitted = () =>
  refused(
    'call-forbidden',
    'The Twilio account may not call this number.',
    'Allow the country in its voice permissions; a trial account calls verified numbers only.',
  );

const tooMany = (): Failure => ({
  class: 'network',
  code: 'busy',
  message: 'Twilio takes no more calls of this account at the moment.',
  hint: 'Fewer tests at the same time may help: concurrency.',
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

/** Why no call was made. */
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

/** Why a call failed; undefined while it may still be answered. */
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
        'The call could not be put through.',
        'Mostly nobody has the number. Check who is called.',
      );
    case 'completed':
      return noStream(where);
    default:
      return undefined;
  }
}

/** It was answered, and Twilio brought no audio. */
export const noStream = ({ streamUrl, port }: Where): Failure =>
  refused(
    'no-stream',
    'The line answered, but Twilio did not bring its audio.',
    `${streamUrl} has to lead from the internet to port ${port} of this worker, by a proxy with a valid certificate.`,
  );

export const notReached = (why: string): Failure => ({
  class: 'network',
  code: 'trunk-unreachable',
  message: `Twilio could not be asked for a call: ${why}.`,
});
