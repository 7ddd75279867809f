import { Client } from 'undici';
import type { Egress } from './egress.ts';
import { ConversationError } from './failure.ts';

export interface FetchOptions {
  timeoutMs: number;
  bytesMax: number;
}

/**
 * Fetches text from an address that a user entered. Redirects are not followed, because the user can enter their target
 * instead.
 *
 * @throws ConversationError that says what is wrong
 */
export async function fetchDocument(
  egress: Egress,
  address: string,
  { timeoutMs, bytesMax }: FetchOptions,
): Promise<string> {
  const url = egress.checkUrl(address, ['https:', 'http:']);
  const client = new Client(url.origin, { connect: egress.connect });
  try {
    const { statusCode, body } = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { accept: 'application/xml, text/xml, */*' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw failure(`It is larger than ${bytesMax / 1000} kB.`);
      chunks.push(chunk);
    }
    if (statusCode !== 200) throw failure(`The server answered with the status ${statusCode}.`);
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    // `close` would wait for the rest of a response that is too long.
    await client.destroy();
  }
}

function failure(message: string): ConversationError {
  return new ConversationError({ class: 'network', code: 'document', message });
}
