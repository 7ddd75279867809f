/**
 * Channel for a Bot Framework bot over Direct Line 3. A POST starts a conversation and returns a token and, usually, the
 * address of a WebSocket for its activities; otherwise they are polled. The bot learns about the user when the conversation
 * starts, so it can greet.
 */
import { randomUUID } from 'node:crypto';
import { hostAndPort } from '@parley/egress';
import {
  type BotEvent,
  type DirectLineChannelConfiguration,
  fillAddress,
  fillTemplate,
  type Json,
  type JsonObject,
} from '@parley/suite';
import type { ConversationContext, OpenChannel } from '../channel.ts';
import { createHolds } from '../holds.ts';
import { httpSchemes } from '../http/build-request.ts';
import { createHttpSession, type HttpSession } from '../http/http-session.ts';
import { payloadOf } from '../http/payload-of.ts';
import { createObserver, type Observer } from '../observer.ts';
import { readAnswer } from '../read-answer.ts';
import { acceptedTooLate, broken, closedEarly, unaskedAbilities } from '../unasked.ts';
import { createWait } from '../wait.ts';
import { closeSocket, openSocket } from '../websocket/open-socket.ts';
import { activitiesIn, fieldsOf, idIn, readActivity, textIn } from './activities.ts';

export const directLineService = 'https://directline.botframework.com/v3/directline';

/** Interval between two polls for new activities. */
const pollMs = 300;

/** Time limit of one poll. */
const questionMs = 10_000;

export const openDirectLineChannel: OpenChannel<DirectLineChannelConfiguration> = async (
  configuration,
  context,
) => {
  const { values, deadline, stop } = context;
  const http = createHttpSession(context);
  const { url = directLineService, secret, userId = `parley-${randomUUID()}` } = configuration;
  const service = fillAddress(url, values).replace(/\/$/, '');
  const call = callerOf(http, context);
  const filledSecret = fillTemplate(secret, values);
  const forget = stop.whenStopped(http.close);
  const answer = await call('POST', `${service}/conversations`, filledSecret, deadline).finally(
    forget,
  );
  if (answer === undefined) throw acceptedTooLate();
  const started = fieldsOf(answer);
  const conversationId = idIn(started.conversationId);
  const streamUrl = textIn(started.streamUrl);
  const token = textIn(started.token) ?? filledSecret;
  if (!conversationId)
    throw broken('malformed-answer', 'The bot did not return a conversation ID.');

  const activities = `${service}/conversations/${encodeURIComponent(conversationId)}/activities`;
  const observer = createObserver(context);
  const questions = createHolds(context, 'question');
  const host = hostAndPort(new URL(service));
  let heldMs = 0;
  const put = (set: Json) => observeActivities(set, { userId, observer, heldMs });
  const stopListening = streamUrl
    ? await listenOnSocket(streamUrl, context, put)
    : keepAsking(context, put, async (watermark) => {
        heldMs = await questions.wait(host);
        const until = performance.now() + questionMs;
        return call(
          'GET',
          `${activities}?watermark=${encodeURIComponent(watermark)}`,
          token,
          until,
        );
      });

  return {
    abilities: { ...unaskedAbilities(configuration), repliesNameOthers: true },

    async send(utterance, until) {
      if (utterance.kind !== 'text') return;
      observer.sent(utterance.kind);
      const activity = { type: 'message', from: { id: userId }, text: utterance.text };
      const taken = await call('POST', activities, token, until, activity);
      const id = idIn(fieldsOf(taken).id);
      if (id !== undefined) observer.accepted(id);
    },

    close() {
      observer.end();
      http.close();
      stopListening();
    },
  };
};

/** Makes a function that calls the service. It returns undefined if the service did not answer by the deadline. */
function callerOf(http: HttpSession, { egress, traffic }: ConversationContext) {
  return async (
    method: 'GET' | 'POST',
    url: string,
    token: string,
    deadline: number,
    body?: Json,
  ) => {
    const { origin, pathname, search } = egress.checkUrl(url, httpSchemes);
    const headers = {
      authorization: `Bearer ${token}`,
      'user-agent': 'Parley',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const request = { origin, path: pathname + search, method, headers, traffic };
    const exchange = http.exchange(
      body === undefined ? request : { ...request, body: JSON.stringify(body) },
      deadline,
    );
    const answer = await exchange.answer;
    return answer && payloadOf(answer);
  };
}

interface Listening {
  userId: string;
  observer: Observer;
  /** Milliseconds for which the poll that returned them was delayed. */
  heldMs: number;
}

function observeActivities(set: Json, { userId, observer, heldMs }: Listening): void {
  for (const activity of activitiesIn(set)) {
    if (fieldsOf(activity.from).id === userId) continue;
    if (activity.type === 'endOfConversation') observer.end(closedEarly());
    const message = readActivity(activity);
    if (!message) {
      observer.event(eventOf(activity));
      continue;
    }
    const answered = idIn(fieldsOf(activity).replyToId);
    const answers = answered === undefined ? [] : [answered];
    observer.said({ messages: [message], payload: activity, heldMs, answers });
  }
}

/** Converts an activity to an event. Only some activities have a name, but the data of each contains its type. */
function eventOf(activity: JsonObject): BotEvent {
  const name = textIn(activity.name);
  return { ...(name !== undefined && { name }), data: activity };
}

async function listenOnSocket(
  streamUrl: string,
  context: ConversationContext,
  take: (set: Json) => void,
): Promise<() => void> {
  const url = context.egress.checkUrl(streamUrl, ['ws:', 'wss:']);
  const heldMs = await createHolds(context).wait(hostAndPort(url));
  const deadline = context.deadline + heldMs;
  const socket = await openSocket({ url, headers: {} }, { ...context, deadline }, (frame) => {
    // An empty frame is only a sign of life.
    if (frame.length > 0) take(readAnswer(frame));
  });
  return () => closeSocket(socket);
}

function keepAsking(
  context: ConversationContext,
  take: (set: Json) => void,
  ask: (watermark: string) => Promise<Json | undefined>,
): () => void {
  const wait = createWait();
  async function askOn() {
    let watermark = '';
    while (!context.isOver()) {
      const set = await ask(watermark);
      if (context.isOver()) return;
      if (set !== undefined) take(set);
      watermark = idIn(fieldsOf(set).watermark) ?? watermark;
      await wait.until(performance.now() + pollMs);
    }
  }
  askOn().catch((error) => createObserver(context).end(error));
  return () => wait.end();
}
