/** Channel for a bot on a WebSocket: one socket per conversation, one message per frame. */
import {
  compileTemplate,
  escapeJson,
  fillAddress,
  type WebSocketChannelConfiguration,
} from '@parley/suite';
import { WebSocket } from 'ws';
import type { OpenChannel } from '../channel.ts';
import { checkedHeaders } from '../headers.ts';
import { createObserver } from '../observer.ts';
import { readAnswer } from '../read-answer.ts';
import { createMessageReader } from '../read-messages.ts';
import { createReplyObserver } from '../reply-observer.ts';
import { defaultRequest, isJsonTemplate, namesTrace, traceOf } from '../request-template.ts';
import { createToolParts } from '../tool-parts.ts';
import { unaskedAbilities } from '../unasked.ts';
import { createUtteranceIds } from '../utterance-ids.ts';
import { closeSocket, openSocket } from './open-socket.ts';

const schemes = ['ws:', 'wss:'] as const;

export const openWebSocketChannel: OpenChannel<WebSocketChannelConfiguration> = async (
  configuration,
  context,
) => {
  const { request = defaultRequest, replies, headers = {}, subprotocol } = configuration;
  const { egress, values, traces } = context;
  const read = createMessageReader(replies);
  const ids = createUtteranceIds(replies?.inReplyTo);
  const observer = createObserver(context);
  const observeReading = createReplyObserver(
    observer,
    ids,
    createToolParts(configuration, observer),
  );
  const message = compileTemplate(request);
  const carriesTrace = namesTrace(request);
  const escapeValue = isJsonTemplate(request) ? escapeJson : undefined;

  const url = egress.checkUrl(fillAddress(configuration.url, values), schemes);
  const address = {
    url,
    headers: {
      ...checkedHeaders(headers, values),
      ...(traces && { traceparent: traces.connection() }),
    },
    ...(subprotocol && { subprotocol }),
  };
  const socket = await openSocket(address, context, (frame) => {
    const payload = readAnswer(frame);
    observeReading(read(payload), payload);
  });

  return {
    abilities: unaskedAbilities(configuration),

    async send(utterance) {
      // A greeting needs no message.
      if (utterance.kind !== 'text') return;
      // The wait for the answer reports why the socket is closed.
      if (socket.readyState !== WebSocket.OPEN) return;
      const { text } = utterance;
      const messageId = ids.next();
      const trace = carriesTrace ? traceOf(traces) : {};
      const frame = message({ ...values, text, messageId, ...trace }, escapeValue);
      observer.sent(utterance.kind, messageId);
      context.traffic?.sent(frame);
      // A buffer is sent together with the frame header; a string takes a second write.
      socket.send(Buffer.from(frame), { binary: false });
    },

    close() {
      observer.end();
      closeSocket(socket);
    },
  };
};
