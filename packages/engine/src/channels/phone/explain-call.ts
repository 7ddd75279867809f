/** Explains why there is no call, or what is wrong with one, for the result. */

import { ConversationError, type Exhibit } from '@parley/egress';
import type { CallProblem } from '@parley/sip';
import type { Failure, FailureClass, Remark } from '@parley/suite';

const failure = (
  className: FailureClass,
  code: string,
  message: string,
  hint?: string,
): Failure => ({ class: className, code, message, ...(hint && { hint }) });

const checkTo = 'Check who is called: `to` in the channel of the suite.';
const checkTrunk = 'Check the user name and password of the trunk in PARLEY_SIP_TRUNKS.';

const statuses: Record<number, () => Failure> = {
  401: () =>
    failure('configuration', 'trunk-refused', 'The trunk does not take our password.', checkTrunk),
  403: () =>
    failure(
      'configuration',
      'call-forbidden',
      'The far side does not take calls from us.',
      checkTrunk,
    ),
  404: () => failure('configuration', 'unknown-number', 'Nobody has this number.', checkTo),
  407: () =>
    failure('configuration', 'trunk-refused', 'The trunk does not take our password.', checkTrunk),
  410: () =>
    failure('configuration', 'unknown-number', 'Nobody has this number any more.', checkTo),
  480: () => failure('network', 'unavailable', 'The line cannot be reached at the moment.'),
  484: () => failure('configuration', 'invalid-number', 'The number is not complete.', checkTo),
  486: () =>
    failure(
      'network',
      'busy',
      'The line is busy.',
      'Fewer tests at the same time may help: concurrency.',
    ),
  488: () =>
    failure(
      'configuration',
      'no-codec',
      'The far side takes no G.711, or wants its audio encrypted (or not) where we offer the other.',
      'Trunks over TLS have encrypted audio unless ;media=rtp says otherwise, see docs/phone.md.',
    ),
  503: () => failure('network', 'unavailable', 'The line is out of service at the moment.'),
  600: () => failure('network', 'busy', 'The line is busy everywhere.'),
  603: () => failure('network', 'declined', 'The call was declined.'),
  604: () => failure('configuration', 'unknown-number', 'Nobody has this number.', checkTo),
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
        'Give it longer with ringMs, or check the line.',
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
        `The far side could not prove over TLS that it is who is meant: ${problem.reason}.`,
        'Check the host and the port. Name a certificate authority of your own in NODE_EXTRA_CA_CERTS.',
      );
    case 'not-registered':
      return failure(
        'configuration',
        'trunk-refused',
        `The trunk does not take our registration: ${problem.status} ${problem.reason}.`,
        checkTrunk,
      );
    case 'no-codec':
      return failure(
        'network',
        'no-codec',
        'The far side answered without audio that can be heard (G.711).',
      );
    case 'cancelled':
      return failure('internal', 'cancelled', 'The call was given up.');
  }
}

export const callEnded = (): Failure =>
  failure('network', 'call-ended', 'The far side hung up.', 'Listen to the recording of the call.');

export const hungUpInstead = (): Failure =>
  failure('wrong', 'hung-up', 'The far side hung up without another word.');

export const saidNothing = (): Failure =>
  failure(
    'silent',
    'reply-timeout',
    'The line said something before it answered, and nothing after it.',
    'What was said before the answer is checked by early[0].transcript.',
  );

export const announced = (texts: readonly string[]): Remark => ({
  code: 'announcement',
  message: `Before the call came to nothing the line said: ${texts.map((text) => `"${text}"`).join(', ')}.`,
});

export const oneWayAudio = (exhibits: Exhibit[] = []) =>
  new ConversationError(
    failure(
      'network',
      'one-way-audio',
      'The call was answered, but no audio comes from the far side.',
      'Often a firewall keeps UDP away, or the far side sends it to a private address.',
    ),
    { exhibits },
  );

export const music = (): Failure =>
  failure(
    'wrong',
    'music',
    'The line plays music or a tone and does not speak.',
    'Perhaps the call waits for an agent.',
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
  voicemail('the line spoke of a message or a mailbox, and has not reacted to anything since');

export const endlessPrompt = (seconds: number): Failure =>
  failure(
    'wrong',
    'endless-prompt',
    `The far side has not stopped speaking for ${seconds} s.`,
    'Give the prompt longer with promptMs.',
  );
