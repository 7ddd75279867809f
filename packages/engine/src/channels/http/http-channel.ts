/** Channel for a bot that answers each request with its replies: sends the text and reads the replies from the response. */
import type { HttpChannelConfiguration } from '@parley/suite';
import type { ChannelAbilities, ChannelMessages, OpenChannel } from '../channel.ts';
import { createObserver } from '../observer.ts';
import { createMessageReader, type MessageReader, messagesOf } from '../read-messages.ts';
import { createToolParts } from '../tool-parts.ts';
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
  context,
) => {
  const http = createHttpSession(context, { keepsCookies: true, measuresHolds: true });
  const observer = createObserver(context);
  const toRequest = requestBuilder(configuration, context);
  const read = createMessageReader(configuration.replies);
  const toolParts = createToolParts(configuration, observer);
  const wait = createWait();
  let isClosed = false;
  let unsent: HttpRequest | undefined;

  return {
    abilities,

    // A bot that only speaks when spoken to greets after an empty message.
    async send(utterance) {
      observer.sent(utterance.kind);
      unsent = toRequest(utterance.kind === 'text' ? utterance.text : '');
    },

    // The response contains the reply, so the request is sent only when the engine waits for it.
    async attend(deadline) {
      const request = unsent;
      unsent = undefined;
      if (isClosed) return;
      if (!request) return wait.until(deadline);
      const answer = await http.exchange(request, deadline).answer;
      if (!answer) return;
      const said = messagesIn(answer, read, configuration.accepts);
      toolParts?.take(said.payload);
      observer.said(said);
    },

    close() {
      isClosed = true;
      http.close();
      wait.end();
    },
  };
};

/** Reads the replies of a complete answer. */
export function messagesIn(
  answer: HttpAnswer,
  read: MessageReader,
  accepts?: 'html',
): ChannelMessages {
  const payload = payloadOf(answer, accepts);
  return messagesOf(read(payload), payload);
}
