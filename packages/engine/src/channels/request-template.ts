import { escapeXml, fillTemplate, isJson, placeholdersIn, type Values } from '@parley/suite';
import type { SentTraces } from './channel.ts';

/** Default request body. */
export const defaultRequest = '{"text": "{{text}}", "conversationId": "{{conversationId}}"}';

/** Escapes a value so that it stays a value inside a template of this content type. */
export function escapeFor(contentType: string): (value: string) => string {
  if (/json/i.test(contentType)) return escapeJson;
  if (/x-www-form-urlencoded/i.test(contentType)) return encodeURIComponent;
  if (/xml|html/i.test(contentType)) return escapeMarkup;
  return (value) => value;
}

/**
 * @returns true if a template without a content type is JSON, whatever the values of its
 * placeholders
 */
export function isJsonTemplate(template: string): boolean {
  // Nothing else begins like an object, also where placeholders stand for parts of it.
  if (/^\s*\{(?!\{)/.test(template)) return true;
  if (!/^\s*["[]/.test(template)) return false;
  // What is said is a text and has to stand in quotes; other placeholders may be numbers.
  const filled = fillTemplate(template, { text: 'x' });
  return isJson(filled.replace(/\{\{.*?\}\}|\$\{.*?\}/g, '0'));
}

/** @returns true if messages carry the trace of their turn where the template says */
export const namesTrace = (template: string): boolean =>
  placeholdersIn(template).some(({ name }) => name === 'traceparent');

/** The value of `{{traceparent}}` in the next message; none where no spans are evidence. */
export function traceOf(traces: SentTraces | undefined): Values {
  const traceparent = traces?.message();
  return traceparent === undefined ? {} : { traceparent };
}

/** Most values need no escape, and to see that is quicker than to make a copy. */
export const escapeJson = (value: string): string =>
  needsEscape.test(value) ? JSON.stringify(value).slice(1, -1) : value;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A template may have attributes in quotes of either kind. */
const escapeMarkup = (value: string) => escapeXml(value).replaceAll("'", '&#39;');
