/**
 * Limits on what a request may make the server store and return: a multiple of the request's bytes plus a fixed number of
 * bytes.
 */
import type { Endpoint } from '@parley/contract';

export const amplification = {
  stored: {
    usual: { times: 3, bytesMax: 65_536 },
    /** Requests that copy a suite: cloning it, or starting a run with its text. */
    copy: { times: 3, bytesMax: 1_200_000 },
  },
  answered: {
    /** A single item or a page of a list. */
    value: { times: 3, bytesMax: 1_500_000 },
    /** A page of events, which ends with the event that reaches a megabyte. */
    events: { times: 3, bytesMax: 2_500_000 },
    /** A file that is streamed, as long as its content. */
    file: { times: 3, bytesMax: 16_000_000 },
  },
} as const;

export function answerKindOf({ path, response }: Endpoint): keyof typeof amplification.answered {
  if (response === 'file') return 'file';
  return path.endsWith('/events') ? 'events' : 'value';
}

export const storedKindOf = ({ method, path }: Endpoint): keyof typeof amplification.stored =>
  method === 'POST' && /\/(?:clone|runs)$/.test(path) ? 'copy' : 'usual';
