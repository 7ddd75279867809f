/** Sends requests to a speech service that the operator has chosen. */

import { ConversationError, createOperatorClient, failureOf } from '@parley/egress';
import type { RequestInit } from 'undici';

export interface SpeechService {
  /**
   * @returns the body of a successful answer
   * @throws ConversationError otherwise
   */
  post(path: string, request: Pick<RequestInit, 'headers' | 'body'>): Promise<Buffer>;
}

const timeoutMs = 30_000;
const answerBytesMax = 16 * 1024 * 1024;

/** Creates a client. `base` is the prefix of the service's paths, and can be a private address. */
export function createSpeechService(name: string, base: string): SpeechService {
  const root = new URL(base.endsWith('/') ? base : `${base}/`);
  const service = createOperatorClient({ name, url: root, timeoutMs, answerBytesMax });
  return {
    async post(path, request) {
      try {
        const answer = await service.fetch(new URL(path, root), { ...request, method: 'POST' });
        const body = Buffer.from(await answer.arrayBuffer());
        if (answer.ok) return body;
        throw notServed(name, `it answered ${answer.status}`);
      } catch (error) {
        if (error instanceof ConversationError) throw error;
        throw notServed(name, reasonOf(error), error);
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time';
  const { message, class: className } = failureOf(error);
  return className === 'internal'
    ? 'it could not be reached'
    : message
        .replace(/\.$/, '')
        .replace(/\bThe bot's\b/, 'its')
        .replace(/\bThe bot\b/, 'it');
}

export const notServed = (name: string, why: string, cause?: unknown) =>
  new ConversationError(
    {
      class: 'configuration',
      code: 'speech-failed',
      message: `${name} could not be used: ${why}.`,
      hint: 'Check the settings of the speech service, see docs/phone.md.',
    },
    { cause },
  );
