/** A bot that answers each request with its replies: `POST` the text, read the replies from the response. */
import type { HttpChannelConfiguration, Json } from '@parley/suite';
import { ConversationError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import type { ChannelAbilities, Heard, OpenChannel } from '../channel.ts';
import { readAnswer } from '../read-answer.ts';
import { createMessageReader, type MessageReader, replyNotFound } from '../read-messages.ts';
import { createWait } from '../wait.ts';
import { httpSchemes, requestBuilder } from './build-request.ts';
import { createCookies } from './cookies.ts';
import type { HttpAnswer, HttpRequest } from './exchange.ts';
import type { HttpExchange } from './http-connections.ts';
import { isRedirect, redirected, tooManyRedirects } from './redirect.ts';
import { failureOfStatus } from './status.ts';

const abilities: ChannelAbilities = {
  inputs: ['text', 'open', 'pause'],
  greets: false,
  quietMs: 0,
};

export const openHttpChannel: OpenChannel<HttpChannelConfiguration> = async (
  configuration,
  surroundings,
) => {
  const { egress, http } = surroundings;
  const toRequest = requestBuilder(configuration, surroundings);
  const read = createMessageReader(configuration.replies);
  const cookies = createCookies();
  const wait = createWait();
  let isClosed = false;
  let unsent: HttpRequest | undefined;
  let underWay: HttpExchange | undefined;

  async function exchange(first: HttpRequest, deadline: number): Promise<HttpAnswer | undefined> {
    let request = first;
    for (let hops = 0; hops <= limits.redirectsMax; hops++) {
      if (isClosed) return undefined;
      // Cookies belong to the origin that set them, wherever it redirects to.
      const isAtHome = request.origin === first.origin;
      const headers = isAtHome ? cookies.addedTo(request.headers) : request.headers;
      underWay = http.exchange({ ...request, headers }, deadline);
      const answer = await underWay.answer;
      if (!answer) return undefined;
      if (isAtHome) cookies.store(answer.headers['set-cookie']);
      if (!isRedirect(answer)) return answer;
      request = redirected(request, answer, (url) => egress.checkUrl(url, httpSchemes));
    }
    throw tooManyRedirects();
  }

  return {
    abilities,

    // A bot that can't speak unasked greets whoever says nothing.
    async send(utterance) {
      unsent = toRequest(utterance.kind === 'text' ? utterance.text : '');
    },

    // The reply comes with the response, so the request leaves when somebody waits for it.
    async next(deadline) {
      const request = unsent;
      unsent = undefined;
      if (!request) {
        if (!isClosed) await wait.until(deadline);
        return undefined;
      }
      const answer = await exchange(request, deadline);
      return answer && heardIn(answer, read);
    },

    close() {
      isClosed = true;
      underWay?.abort();
      wait.end();
    },
  };
};

/** The replies in a whole answer. */
export function heardIn(answer: HttpAnswer, read: MessageReader): Heard {
  const payload = payloadOf(answer);
  const messages = read(payload);
  if (!messages) throw replyNotFound();
  return { messages, payload, at: performance.now() };
}

/** What a whole answer holds; throws what its status says. */
export function payloadOf(answer: HttpAnswer): Json {
  const failure = failureOfStatus(answer);
  if (failure) throw new ConversationError(failure);
  return readAnswer(answer.body, charsetOf(answer.headers['content-type']));
}

const charsetOf = (contentType = ''): string | undefined =>
  /charset="?([\w-]+)/i.exec(contentType)?.[1];
