/** Explains why an answer contained no reply, and where in the answer a reply could be. */

import { ConversationError } from '@parley/egress';
import { type Json, parsePath, type ReplyPaths, readPath } from '@parley/suite';
import { likelyTexts, textRanks } from './likely-texts.ts';

/** Usual names of replies, tried in this order. */
export const listNames = ['replies', 'messages', 'reply', 'text', 'response'];

/** Maximum answers of one turn that are examined. */
export const answersMax = 20;

const pathsShown = 5;
const pathLengthMax = 80;

/** The error for a turn whose answers contain no reply at the paths of the suite or under common names. */
export function replyNotFound(paths: ReplyPaths = {}, answers: readonly Json[]): ConversationError {
  const texts = answers
    .slice(0, answersMax)
    .flatMap((answer) => likelyTexts(answer).filter(({ rank }) => rank > textRanks.control));
  texts.sort((one, other) => other.rank - one.rank);
  const there = [...new Set(texts.map(({ path }) => path))];
  return new ConversationError({
    class: 'configuration',
    code: 'reply-not-found',
    message: `${missingIn(paths, answers)} ${whereTextsAre(there)}`,
    hint: hintFor(there),
  });
}

/** @returns true if the answers contain texts that look like words */
export function holdLikelyText(answers: readonly Json[]): boolean {
  return answers
    .slice(0, answersMax)
    .some((answer) => likelyTexts(answer).some(({ rank }) => rank >= textRanks.words));
}

/** @returns true if the answer only controls the conversation, as a typing indicator does */
export function holdsOnlySigns(answer: Json): boolean {
  return likelyTexts(answer).every(({ rank }) => rank === textRanks.control);
}

/** @returns true if the path leads to something empty, which states that the bot said nothing */
export function endsEmpty(path: string, answer: Json): boolean {
  const { segments = [] } = parsePath(path) as { segments?: Parameters<typeof readPath>[0] };
  let places: Json[] = [answer];
  for (const segment of segments) {
    if (places.some(isEmpty)) return true;
    places = places.flatMap((place) => {
      const { value } = readPath([segment], place);
      if (value === undefined) return [];
      return segment.kind === 'every' ? (value as Json[]) : [value];
    });
  }
  return places.some(isEmpty);
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function missingIn({ list, text }: ReplyPaths, answers: readonly Json[]): string {
  if (list !== undefined && !answers.some((answer) => leadsSomewhere(list, answer))) {
    return `Nothing in the bot's answer is at ${quoted(list)}, where its replies are expected.`;
  }
  if (text !== undefined || list !== undefined) {
    return `Nothing in the bot's answer is at ${quoted(text ?? 'text')}, where the text of its replies is expected.`;
  }
  if (answers.some((answer) => listNames.some((name) => leadsSomewhere(name, answer)))) {
    return `The bot's replies have no "text".`;
  }
  return `The bot's answer has none of ${listNames.join(', ')}.`;
}

function leadsSomewhere(path: string, answer: Json): boolean {
  const { segments } = parsePath(path) as { segments?: Parameters<typeof readPath>[0] };
  return segments !== undefined && readPath(segments, answer).value !== undefined;
}

const quoted = (path: string) => `"${path.slice(0, pathLengthMax)}"`;

function whereTextsAre(paths: string[]): string {
  if (paths.length === 0) return 'It contains no text.';
  if (paths[0] === '') return 'It is plain text.';
  const shown = paths.slice(0, pathsShown).map((path) => path.slice(0, pathLengthMax));
  const more = paths.length > pathsShown ? ` and ${paths.length - pathsShown} more` : '';
  return `Texts were found at ${shown.join(', ')}${more}.`;
}

function hintFor([best]: string[]): string {
  if (best === '') return 'Remove "replies" from the channel: plain text is a reply by itself.';
  const path = best === undefined ? 'output[*].body' : best;
  return `Specify in the channel where the text of the replies is, for example replies: { text: ${JSON.stringify(path)} }.`;
}
