import type { Egress } from '@parley/egress';
import { openHttpConnections } from './channels/http/http-connections.ts';

/**
 * Fetches the text at an http or https address without following redirects.
 *
 * @returns undefined after an error, a timeout or any status but 200
 */
export async function fetchText(
  egress: Egress,
  address: string,
  timeoutMs: number,
): Promise<string | undefined> {
  const http = openHttpConnections(egress);
  try {
    const { origin, pathname, search } = egress.checkUrl(address, ['http:', 'https:']);
    const request = { origin, path: pathname + search, method: 'GET', headers: {} };
    const answer = await http.exchange(request, performance.now() + timeoutMs).answer;
    return answer?.status === 200 ? answer.body.toString('utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    await http.close();
  }
}
