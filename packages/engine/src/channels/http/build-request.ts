import {
  compileTemplate,
  escapeFor,
  fillAddress,
  placeholdersIn,
  type Values,
} from '@parley/suite';
import type { ConversationContext } from '../channel.ts';
import { checkedHeaders } from '../headers.ts';
import { defaultRequest } from '../request-template.ts';
import type { HttpRequest } from './exchange.ts';

export const httpSchemes = ['http:', 'https:'] as const;

export interface RequestTemplate {
  url: string;
  method?: 'POST' | 'PUT' | 'GET';
  headers?: Record<string, string>;
  request?: string;
}

/** Makes requests from messages. Parts that stay the same in a conversation are computed once. */
export function requestBuilder(
  { url, method = 'POST', headers = {}, request = defaultRequest }: RequestTemplate,
  { egress, values, traffic }: Pick<ConversationContext, 'egress' | 'values' | 'traffic'>,
): (text: string, messageId?: string) => HttpRequest {
  const sent: Record<string, string> = {
    accept: 'application/json, text/event-stream, text/plain;q=0.9, */*;q=0.5',
    'user-agent': 'Parley',
    ...(method !== 'GET' && { 'content-type': 'application/json' }),
    ...checkedHeaders(headers, values),
  };
  const escapeValue = escapeFor(sent['content-type'] ?? '');
  const body = compileTemplate(request);
  const target = (said: Values) => {
    const { origin, pathname, search } = egress.checkUrl(fillAddress(url, said), httpSchemes);
    return { origin, path: pathname + search };
  };
  const changes = placeholdersIn(url).some(({ name }) => name === 'text' || name === 'messageId');
  const fixed = changes ? undefined : target(values);
  return (text, messageId) => {
    const said = messageId === undefined ? { ...values, text } : { ...values, text, messageId };
    const { origin, path } = fixed ?? target(said);
    if (method === 'GET') return { origin, path, method, headers: sent, traffic };
    const filled = body(said, escapeValue);
    return { origin, path, method, headers: sent, body: filled, traffic };
  };
}
