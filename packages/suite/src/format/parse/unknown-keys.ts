/** Keys without a meaning in Parley: they are kept, and distinguished from mistyped ones. */
import { nearestKey } from '../../match/nearest-path.ts';
import { shorten } from '../model/shorten.ts';
import type { Problem } from './problem.ts';
import type { TextRange } from './problem-list.ts';
import type { Reader } from './values.ts';

/** Settings of other tools' suites, which stay in the text when a suite is imported. */
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

/** Phrase in every problem about a key that has no effect. */
export const meansNothing = 'is unknown to Parley';

/** @returns true if a problem is about a key that has no effect */
export const isAboutUselessKey = ({ message }: Problem): boolean => message.includes(meansNothing);

/**
 * Reports a key without a meaning. A key similar to a known one is probably a typo: an error in
 * version 2 of the syntax. Names of other tools and `request.…` are never reported.
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
