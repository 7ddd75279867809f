/** A bot that answers each request with its replies: `POST` the text, read the replies from the response. */
import type { HttpChannelConfiguration } from '@parley/suite';
import type { ChannelAbilities, Heard, OpenChannel } from '../channel.ts';
import { createMessageReader, heardOf, type MessageReader } from '../read-messages.ts';
import { createWait } from '../wait.ts';
import { requestBuilder } from './build-request.ts';
import type { HttpAnswer, HttpRequest } from './exchange.ts';
import { createHttpSession } from './http-session.ts';
import { payloadOf } from './payload-of.ts';

const abilities: ChannelAbilities = {
  inputs: ['text', 'open', 'pause'],
  greets: false,
  quietMs: 0,
};

export const openHttpChannel: OpenChannel<HttpChannelConfiguration> = async (
  configuration,
  surroundings,
) => {
  const http = createHttpSession(surroundings, { keepsCookies: true });
  const toRequest = requestBuilder(configuration, surroundings);
  const read = createMessageReader(configuration.replies);
  const wait = createWait();
  let isClosed = false;
  let unsent: HttpRequest | undefined;

  return {
    abilities,

    // A bot that can't speak unasked greets whoever says nothing.
    async send(utterance) {
      unsent = toRequest(utterance.kind === 'text' ? utterance.text : '');
    },

    waitedMs: http.waitedMs,
    heldMs: http.heldMs,

    // The reply comes with the response, so the request leaves when somebody waits for it.
    async next(deadline) {
      const request = unsent;
      unsent = undefined;
      if (!request) {
        if (!isClosed) await wait.until(deadline);
        return undefined;
      }
      if (isClosed) return undefined;
      const answer = await http.exchange(request, deadline).answer;
      return answer && heardIn(answer, read, configuration.accepts);
    },

    close() {
      isClosed = true;
      http.close();
      wait.end();
    },
  };
};

/** The replies in a whole answer. */
export function heardIn(answer: HttpAnswer, read: MessageReader, accepts?: 'html'): Heard {
  const payload = payloadOf(answer, accepts);
  return heardOf(read(payload), payload);
}
