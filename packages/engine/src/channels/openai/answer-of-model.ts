/**
 * Checks a complete answer of a model.
 *
 * @throws ConversationError if the model failed or the answer is not a chat completion
 */
import { isObject, type Json, type JsonObject, mergeChunks, objectsIn } from '@parley/suite';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Observer } from '../observer.ts';
import { readAnswer } from '../read-answer.ts';
import { textFrom } from '../read-messages.ts';
import { isEndMark } from '../sse/hear-stream.ts';
import { observeEvent } from '../sse/read-events.ts';
import { broken } from '../unasked.ts';

export function wholeAnswer(answer: Json): JsonObject {
  if (isObject(answer) && answer.error) throw modelFailed(answer.error);
  if (!isObject(answer) || !Array.isArray(answer.choices)) throw noCompletion();
  return answer;
}

/**
 * Merges a streamed answer. `chunks` is the number of its pieces. Other data in the stream becomes events of the turn.
 *
 * @throws ConversationError if the stream is invalid or incomplete, or if the model failed
 */
export function streamedAnswer(
  events: EventSourceMessage[],
  observer: Observer,
): { answer: JsonObject; chunks: number } {
  const pieces = events.filter((event) => !isEndMark(event));
  const chunks = pieces
    .map((event) => chunkIn(event, observer))
    .filter((chunk) => chunk !== undefined);
  if (!chunks.some(({ choices }) => Array.isArray(choices))) throw noCompletion();
  const answer = mergeChunks(chunks, (data) => observer.event({ data }));
  const hasEnd = pieces.length < events.length || objectsIn(answer.choices).some(isFinished);
  if (!hasEnd) throw brokenOff();
  return {
    answer: chunks.length === 1 ? withDelta(answer, chunks[0]) : answer,
    chunks: pieces.length,
  };
}

function chunkIn(event: EventSourceMessage, observer: Observer): JsonObject | undefined {
  const json = readAnswer(Buffer.from(event.data));
  if (event.event === 'error') throw modelFailed(isObject(json) ? (json.error ?? json) : json);
  if (isObject(json)) {
    if (json.error) throw modelFailed(json.error);
    // The last chunk often contains only the usage.
    if (Array.isArray(json.choices) || isObject(json.usage)) return json;
  }
  observeEvent(observer, event);
  return undefined;
}

/** Keeps the `delta` of an answer that arrived in one piece, so that paths to it still work. */
function withDelta(answer: JsonObject, chunk: JsonObject | undefined): JsonObject {
  const pieces = objectsIn(chunk?.choices);
  const choices = objectsIn(answer.choices).map((choice, place) => ({
    ...pieces[place],
    ...choice,
  }));
  return { ...answer, choices };
}

const isFinished = ({ finish_reason: reason }: JsonObject) =>
  reason !== undefined && reason !== null;

function modelFailed(error: Json) {
  const why = textFrom(isObject(error) ? error.message : error);
  return broken('model-failed', `The model failed: ${why || 'no reason given'}`);
}

const noCompletion = () => broken('malformed-answer', 'The answer is not a chat completion.');

const brokenOff = () =>
  broken(
    'answer-broken-off',
    'The stream ended before the answer did: neither a finish_reason nor [DONE] came.',
  );
