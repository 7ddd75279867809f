/**
 * A bot of the Bot Framework by Direct Line 3: a conversation is started by POST and gives a token and,
 * as a rule, the address of a WebSocket on which its activities come. Where there is none they are
 * asked for. The bot hears of the user when the conversation starts, so it can greet.
 */
import { randomUUID } from 'node:crypto';
import { hostAndPort } from '@parley/egress';
import {
  type BotEvent,
  type DirectLineChannelConfiguration,
  fillAddress,
  fillTemplate,
  type Json,
} from '@parley/suite';
import { createHolds, nextBeyondHolds } from '../../host-pace.ts';
import type { OpenChannel, Surroundings } from '../channel.ts';
import { httpSchemes } from '../http/build-request.ts';
import { createHttpSession, type HttpSession, unlessBusy } from '../http/http-session.ts';
import { payloadOf } from '../http/payload-of.ts';
import type { Inbox } from '../inbox.ts';
import type { JsonObject } from '../json-object.ts';
import { nextInTime } from '../late-replies.ts';
import { readAnswer } from '../read-answer.ts';
import { createTurnEvents, type TurnEvents } from '../turn-events.ts';
import {
  acceptedTooLate,
  broken,
  closedEarly,
  createUnaskedInbox,
  unaskedAbilities,
} from '../unasked.ts';
import { createWait } from '../wait.ts';
import { closeSocket, openSocket } from '../websocket/open-socket.ts';
import { activitiesIn, fieldsOf, idIn, readActivity, textIn } from './activities.ts';

export const directLineService = 'https://directline.botframework.com/v3/directline';

/** Between two questions for new activities. */
const pollMs = 300;

/** One question may take this long. */
const questionMs = 10_000;

export const openDirectLineChannel: OpenChannel<DirectLineChannelConfiguration> = async (
  configuration,
  surroundings,
) => {
  const { values, deadline, stop } = surroundings;
  const http = createHttpSession(surroundings);
  const { url = directLineService, secret, userId = `parley-${randomUUID()}` } = configuration;
  const service = fillAddress(url, values).replace(/\/$/, '');
  const call = callerOf(http, surroundings);
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
  if (!conversationId) throw broken('malformed-answer', 'The bot gave no conversation id.');

  const activities = `${service}/conversations/${encodeURIComponent(conversationId)}/activities`;
  const inbox = createUnaskedInbox();
  const events = createTurnEvents();
  const questions = createHolds(surroundings);
  const host = hostAndPort(new URL(service));
  let heldMs = 0;
  const put = (set: Json) => putActivities(set, { userId, inbox, events, heldMs });
  const stopListening = streamUrl
    ? await listenOnSocket(streamUrl, surroundings, inbox, put)
    : keepAsking(inbox, put, async (watermark) => {
        heldMs = await questions.wait(host);
        const until = performance.now() + questionMs;
        return call(
          'GET',
          `${activities}?watermark=${encodeURIComponent(watermark)}`,
          token,
          until,
        );
      });

  /** Ids of what was said before; a reply to one of them came too late for its step. */
  const saidBefore = new Set<string>();
  let saidLast: string | undefined;

  return {
    abilities: unaskedAbilities(configuration),

    async send(utterance, until) {
      if (utterance.kind !== 'text') return;
      if (saidLast !== undefined) saidBefore.add(saidLast);
      saidLast = undefined;
      const activity = { type: 'message', from: { id: userId }, text: utterance.text };
      const taken = await call('POST', activities, token, until, activity);
      saidLast = idIn(fieldsOf(taken).id);
    },

    waitedMs: http.waitedMs,

    next: (until) =>
      unlessBusy(
        nextBeyondHolds(questions, until, (end) =>
          nextInTime(inbox, end, ({ payload }) =>
            saidBefore.has(idIn(fieldsOf(payload).replyToId) ?? ''),
          ),
        ),
        http,
      ),

    takeEvents: events.take,

    close() {
      inbox.end();
      http.close();
      stopListening();
    },
  };
};

/** Calls the service; undefined when it did not answer until the deadline. */
function callerOf(http: HttpSession, { egress, traffic }: Surroundings) {
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
  inbox: Inbox;
  events: TurnEvents;
  /** Time that the request for them was held back. */
  heldMs: number;
}

function putActivities(set: Json, { userId, inbox, events, heldMs }: Listening): void {
  for (const activity of activitiesIn(set)) {
    if (fieldsOf(activity.from).id === userId) continue;
    if (activity.type === 'endOfConversation') inbox.end(closedEarly());
    const message = readActivity(activity);
    if (message)
      inbox.put({ messages: [message], payload: activity, at: performance.now(), heldMs });
    else events.add(eventOf(activity));
  }
}

/** Only some activities have a name; the kind of all stands in their data. */
function eventOf(activity: JsonObject): BotEvent {
  const name = textIn(activity.name);
  return { ...(name !== undefined && { name }), data: activity };
}

async function listenOnSocket(
  streamUrl: string,
  surroundings: Surroundings,
  inbox: Inbox,
  take: (set: Json) => void,
): Promise<() => void> {
  const url = surroundings.egress.checkUrl(streamUrl, ['ws:', 'wss:']);
  const heldMs = await createHolds(surroundings).wait(hostAndPort(url));
  const deadline = surroundings.deadline + heldMs;
  const socket = await openSocket(
    { url, headers: {} },
    { ...surroundings, deadline },
    inbox,
    (frame) => {
      // An empty frame says that the service is still there.
      if (frame.length > 0) take(readAnswer(frame));
    },
  );
  return () => closeSocket(socket);
}

function keepAsking(
  inbox: Inbox,
  take: (set: Json) => void,
  ask: (watermark: string) => Promise<Json | undefined>,
): () => void {
  const wait = createWait();
  async function askOn() {
    let watermark = '';
    while (!inbox.isEnded()) {
      const set = await ask(watermark);
      if (inbox.isEnded()) return;
      if (set !== undefined) take(set);
      watermark = idIn(fieldsOf(set).watermark) ?? watermark;
      await wait.until(performance.now() + pollMs);
    }
  }
  askOn().catch((error) => inbox.end(error));
  return () => wait.end();
}
