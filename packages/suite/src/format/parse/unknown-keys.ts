/** Reports keys without a meaning in Parley, and tells typos from keys of other tools. */
import { nearestKey } from '../../match/nearest-path.ts';
import { shorten } from '../model/shorten.ts';
import type { Problem } from './problem.ts';
import type { TextRange } from './problem-list.ts';
import type { Reader } from './values.ts';

/** Settings of other tools, which an imported suite keeps. */
export const foreignKeys = new Set([
  'asyncE2EWaitInterval',
  'asyncMode',
  'batchEnabled',
  'bespokenProjectId',
  'client',
  'deviceLocation',
  'endSpeechTimeout',
  'env',
  'exclude',
  'extraParameters',
  'filter',
  'finishOnPhrase',
  'headless',
  'html',
  'ignoreExternalErrors',
  'ignoreProperties',
  'include',
  'includeRaw',
  'inputSelector',
  'jest',
  'locales',
  'maxAsyncE2EResponseWaitTime',
  'maxAsyncE2EWaitTime',
  'pauseBeforeUtterance',
  'phoneNumber',
  'recognitionHints',
  'recordCall',
  'repeatOnPhrase',
  'replySelector',
  'retryNumber',
  'retryOn',
  'runId',
  'runInBand',
  'screenMode',
  'sttThreshold',
  'stt',
  'timeoutOnReply',
  'trace',
  'traceOutput',
  'type',
  'url',
  'virtualDeviceBaseURL',
  'virtualDeviceConfig',
  'virtualDeviceToken',
  'voiceID',
  'widgetSelector',
]);

/** Phrase that occurs in every problem about an unknown key. */
export const meansNothing = 'is unknown to Parley';

/** @returns true if the problem is about an unknown key */
export const isAboutUselessKey = ({ message }: Problem): boolean => message.includes(meansNothing);

/**
 * Reports an unknown key. A key similar to a known one is probably a typo, which is an error in version 2 of the syntax. Never
 * reports keys of other tools and `request.…`.
 */
export function reportUnknownKey(
  { problems, isStrict }: Pick<Reader, 'problems' | 'isStrict'>,
  key: string,
  range: TextRange,
  known: Iterable<string>,
): void {
  if (foreignKeys.has(key) || key.startsWith('request.')) return;
  const meant = nearestKey(key, known);
  if (meant === undefined) {
    problems.warning(range, `"${shorten(key)}" ${meansNothing}.`, 'It is kept, but has no effect.');
    return;
  }
  const report = isStrict ? problems.error : problems.warning;
  report(
    range,
    `"${shorten(key)}" ${meansNothing}. Did you mean "${meant}"?`,
    'Correct it, or remove it.',
  );
}
