/** Explains why a call was not established, or what is wrong with it. */

import { ConversationError, type Exhibit } from '@parley/egress';
import type { CallProblem } from '@parley/sip';
import type { Failure, FailureClass, Remark } from '@parley/suite';

const failure = (
  className: FailureClass,
  code: string,
  message: string,
  hint?: string,
): Failure => ({ class: className, code, message, ...(hint && { hint }) });

const checkTo = 'Check the number or address: `to` in the channel of the suite.';
const checkTrunk = 'Check the user name and password of the trunk in PARLEY_SIP_TRUNKS.';

const statuses: Record<number, () => Failure> = {
  401: () =>
    failure('configuration', 'trunk-refused', 'The trunk rejected the password.', checkTrunk),
  403: () =>
    failure(
      'configuration',
      'call-forbidden',
      'The line does not accept calls from Parley.',
      checkTrunk,
    ),
  404: () => failure('configuration', 'unknown-number', 'This number is not in service.', checkTo),
  407: () =>
    failure('configuration', 'trunk-refused', 'The trunk rejected the password.', checkTrunk),
  410: () =>
    failure('configuration', 'unknown-number', 'This number is no longer in service.', checkTo),
  480: () => failure('network', 'unavailable', 'The line cannot be reached right now.'),
  484: () => failure('configuration', 'invalid-number', 'The number is incomplete.', checkTo),
  486: () =>
    failure(
      'network',
      'busy',
      'The line is busy.',
      'Running fewer tests at once may help: lower concurrency.',
    ),
  488: () =>
    failure(
      'configuration',
      'no-codec',
      'The line does not accept G.711, or requires encrypted audio where Parley offers unencrypted audio, or the reverse.',
      'Trunks over TLS use encrypted audio unless they have ;media=rtp, see docs/phone.md.',
    ),
  503: () => failure('network', 'unavailable', 'The line is currently out of service.'),
  600: () => failure('network', 'busy', 'The line is busy everywhere.'),
  603: () => failure('network', 'declined', 'The call was declined.'),
  604: () => failure('configuration', 'unknown-number', 'This number is not in service.', checkTo),
};

export function explainProblem(problem: CallProblem): Failure {
  switch (problem.kind) {
    case 'refused': {
      const known = statuses[problem.status]?.();
      if (known) return known;
      const { status, reason } = problem;
      const message = `The call was refused: ${status} ${reason}.`;
      return failure(status >= 500 ? 'network' : 'configuration', 'call-refused', message);
    }
    case 'no-answer':
      return failure(
        'silent',
        'no-answer',
        'It rang, and nobody answered.',
        'Let it ring longer with ringMs, or check the line.',
      );
    case 'no-response':
      return failure(
        'network',
        'connect-timeout',
        'Nothing answers at the address of the line.',
        checkTo,
      );
    case 'unreachable':
      return failure(
        'network',
        'connection-refused',
        'There is no telephone system at that address.',
        checkTo,
      );
    case 'untrusted':
      return failure(
        'configuration',
        'trunk-untrusted',
        `The line could not prove its identity over TLS: ${problem.reason}.`,
        'Check the host and the port. Name a certificate authority of your own in NODE_EXTRA_CA_CERTS.',
      );
    case 'not-registered':
      return failure(
        'configuration',
        'trunk-refused',
        `The trunk rejected the registration: ${problem.status} ${problem.reason}.`,
        checkTrunk,
      );
    case 'no-codec':
      return failure(
        'network',
        'no-codec',
        'The line answered without G.711 audio, so nothing can be heard.',
      );
    case 'cancelled':
      return failure('internal', 'cancelled', 'The call was abandoned.');
  }
}

export const callEnded = (): Failure =>
  failure('network', 'call-ended', 'The line hung up.', 'Listen to the recording of the call.');

export const hungUpInstead = (): Failure =>
  failure('wrong', 'hung-up', 'The line hung up without another word.');

export const saidNothing = (): Failure =>
  failure(
    'silent',
    'reply-timeout',
    'The line said something before it answered, and nothing after it.',
    'Use early[0].transcript to check what was said before the line answered.',
  );

export const announced = (texts: readonly string[]): Remark => ({
  code: 'announcement',
  message: `Before the call failed, the line said: ${texts.map((text) => `"${text}"`).join(', ')}.`,
});

export const oneWayAudio = (exhibits: Exhibit[] = []) =>
  new ConversationError(
    failure(
      'network',
      'one-way-audio',
      'The call was answered, but the line sends no audio.',
      'Often, a firewall blocks UDP, or the line sends it to a private address.',
    ),
    { exhibits },
  );

export const music = (): Failure =>
  failure(
    'wrong',
    'music',
    "The line plays music or a tone and doesn't speak.",
    'The call may be waiting for an agent.',
  );

const voicemail = (why: string): Failure =>
  failure(
    'wrong',
    'voicemail',
    `A voicemail may have answered: ${why}.`,
    'Check the line and its opening hours.',
  );

export const beeped = (): Failure => voicemail('there was a beep after the words');

export const onlyListens = (): Failure =>
  voicemail('the line mentioned a message or a mailbox, and has not responded since');

export const endlessPrompt = (seconds: number): Failure =>
  failure(
    'wrong',
    'endless-prompt',
    `The line has not stopped speaking for ${seconds} s.`,
    'Allow a longer prompt with promptMs.',
  );
