import { fillTemplate, isJson, placeholdersIn, type Values } from '@parley/suite';
import type { SentTraces } from './channel.ts';

/** Default request body. */
export const defaultRequest = '{"text": "{{text}}", "conversationId": "{{conversationId}}"}';

/** @returns true if a template without a content type is JSON, whatever the values of its placeholders */
export function isJsonTemplate(template: string): boolean {
  // Only JSON begins like an object, even if placeholders stand for parts of it.
  if (/^\s*\{(?!\{)/.test(template)) return true;
  if (!/^\s*["[]/.test(template)) return false;
  // The message is text, so its placeholder needs quotes; other placeholders can be numbers.
  const filled = fillTemplate(template, { text: 'x' });
  return isJson(filled.replace(/\{\{.*?\}\}|\$\{.*?\}/g, '0'));
}

/** @returns true if the template contains `{{traceparent}}`, which carries the trace of the turn */
export const namesTrace = (template: string): boolean =>
  placeholdersIn(template).some(({ name }) => name === 'traceparent');

/** Values for `{{traceparent}}` in the next message; empty if spans are not used as evidence. */
export function traceOf(traces: SentTraces | undefined): Values {
  const traceparent = traces?.message();
  return traceparent === undefined ? {} : { traceparent };
}
