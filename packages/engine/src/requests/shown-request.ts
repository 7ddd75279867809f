/** Prepares requests to the system of record for display: without secrets, such as the values of headers. */
import {
  answerLengthMax,
  fillAddress,
  fillTemplate,
  type Input,
  type Interaction,
  type Json,
  jsonIn,
  type SystemAnswer,
  type SystemRequest,
  type Values,
} from '@parley/suite';
import { certainLength, isSecretName, type Mask, maskMark } from '../channels/mask.ts';
import { isHarmless, withoutNamed } from '../channels/traffic.ts';
import type { ReadAnswer } from './send-request.ts';

/** @returns the input of a step as it appears in events */
export function shownInput(input: Input): Input {
  return input.kind === 'check' ? { ...input, request: shownRequest(input.request) } : input;
}

function shownRequest({ url, headers, json, body, ...request }: SystemRequest): SystemRequest {
  return {
    ...request,
    url: withoutNamed(url),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          isHarmless.test(name) ? value : maskMark,
        ]),
      ),
    }),
    ...(json !== undefined && { json: withoutSecrets(json) }),
    ...(body !== undefined && { body: withoutNamed(`?${body}`).slice(1) }),
  };
}

/** Masks the values in JSON whose names suggest secrets. */
function withoutSecrets(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isSecretName.test(key) && typeof item !== 'object' ? maskMark : withoutSecrets(item),
    ]),
  );
}

/** Hides the credentials that a test's requests send, in case a system or a bot repeats them. */
export function hideCredentials(
  mask: Mask,
  interactions: readonly Interaction[],
  values: Values,
): void {
  for (const { input } of interactions) {
    if (input.kind === 'check') hideCredentialsOf(mask, input.request, values);
  }
}

export function hideCredentialsOf(
  mask: Mask,
  { url, headers = {}, json }: SystemRequest,
  values: Values,
): void {
  const take = (name: string, value: string, isLongSecret = false) => {
    const isLong = isLongSecret && value.length >= certainLength && !isHarmless.test(name);
    if (isSecretName.test(name) || isLong) mask.hide(value);
  };
  for (const [name, template] of Object.entries(headers)) {
    take(name, fillTemplate(template, values), true);
  }
  for (const [name, template] of secretsIn(json ?? null))
    take(name, fillTemplate(template, values));
  const address = fillAddress(url, values);
  if (!URL.canParse(address)) return;
  for (const [name, value] of new URL(address).searchParams) take(name, value);
}

/** Finds the texts in JSON whose names suggest secrets. */
function secretsIn(value: Json): [name: string, value: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]): [string, string][] =>
    typeof item === 'string' && isSecretName.test(name) ? [[name, item]] : secretsIn(item as Json),
  );
}

/** Hides the values of an answer whose names suggest secrets. */
export function hideSecretsIn(mask: Mask, body: string): void {
  for (const [, value] of secretsIn(jsonIn(body) ?? null)) mask.hide(value);
}

/** @returns the answer as it is stored: masked, and cut if its body is long */
export function shownAnswer(
  { status, type, body, isRedirected }: ReadAnswer,
  mask: Mask,
): SystemAnswer {
  const shown = withoutNamed(mask.inText(body));
  const isCut = shown.length > answerLengthMax;
  return {
    status,
    ...(type !== undefined && { type }),
    body: isCut ? shown.slice(0, answerLengthMax).toWellFormed() : shown,
    ...(isCut && { bodyLength: shown.length }),
    ...(isRedirected && { isRedirected }),
    ...(shown !== body && { isMasked: true }),
  };
}
