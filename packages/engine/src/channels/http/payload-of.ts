import { ConversationError } from '@parley/egress';
import type { Json } from '@parley/suite';
import { readAnswer } from '../read-answer.ts';
import { charsetOf, type HttpAnswer } from './exchange.ts';
import { failureOfStatus } from './status.ts';
import { refuseWebPage } from './web-page.ts';

/**
 * Parses a complete answer.
 *
 * @throws ConversationError as `checkAnswer` does, or if the answer cannot be read
 */
export function payloadOf(answer: HttpAnswer, accepts?: 'html'): Json {
  checkAnswer(answer, accepts);
  return readAnswer(answer.body, charsetOf(answer.headers['content-type']));
}

/** @throws ConversationError if the status is an error, or if the answer is a web page and pages are not accepted */
export function checkAnswer(answer: HttpAnswer, accepts?: 'html'): void {
  const failure = failureOfStatus(answer);
  if (failure) throw new ConversationError(failure);
  if (accepts !== 'html') refuseWebPage(answer);
}
