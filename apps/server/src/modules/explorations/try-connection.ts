import type { Body, ConnectionTrial, explorations } from '@parley/contract';
import type { ExplorationEvent, Failure, Reply } from '@parley/suite';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { News } from '../../platform/live/news.ts';
import type { Platform } from '../../platform/platform.ts';
import { listWorkers } from '../../platform/presence.ts';
import { beginTrial } from './begin-exploration.ts';
import { removeExploration, startConversation } from './exploration-commands.ts';
import { explorationLimits } from './exploration-limits.ts';
import { explorationTopic } from './exploration-news.ts';
import { findExploration, listEvents } from './explorations.queries.ts';

/** Polling interval, in case the notification of a reply was lost. */
const lookEveryMs = 1000;

/** Number of events to read: more than the start, greeting, reply and end of a conversation with one message. */
const eventsRead = 50;

/**
 * Sends one message to a bot and waits for the reply. Only workers contact bots, so this creates an exploration with one turn,
 * and removes it afterwards.
 *
 * @param signal aborts when the client has disconnected
 * @throws ApiError `installation_not_ready` if no worker runs, `unavailable` if none was free in time
 */
export async function tryConnection(
  scope: Scope,
  platform: Pick<Platform, 'news' | 'storage'>,
  trial: Body<typeof explorations.tryConnection>,
  signal: AbortSignal,
): Promise<ConnectionTrial> {
  const { id } = await beginTrial(scope, trial);
  try {
    const input = { kind: 'text', text: trial.message } as const;
    await startConversation(scope, platform.news, id, [input]);
    return await answerTo(scope, platform.news, id, signal);
  } finally {
    await removeExploration(scope, platform, id);
  }
}

async function answerTo(
  scope: Scope,
  news: News,
  id: string,
  signal: AbortSignal,
): Promise<ConnectionTrial> {
  if ((await listWorkers(scope.db)).length === 0) {
    throw new ApiError('installation_not_ready', {
      message: 'No worker is running to contact the bot.',
      hint: 'Ask the operator of this installation to start one.',
    });
  }
  const deadline = Date.now() + explorationLimits.trialMs;
  const bell = newBell(news, explorationTopic(id), signal);
  try {
    for (;;) {
      bell.reset();
      const events = await listEvents(scope.db, id, 0, eventsRead);
      const trial = trialOf(events.map(({ event }) => event));
      if (trial) return trial;
      const ms = Math.min(lookEveryMs, deadline - Date.now());
      if (ms <= 0 || signal.aborted) break;
      await bell.wait(ms);
    }
    const row = await findExploration(scope, id);
    if (row?.conversationStatus !== 'held') {
      throw new ApiError('unavailable', {
        message: `No worker was free to contact the bot within ${explorationLimits.trialMs / 1000} seconds.`,
        hint: 'Try again later, or start more workers.',
      });
    }
    return failed(tooLate());
  } finally {
    bell.stop();
  }
}

/** Lets callers wait for news of a topic. */
function newBell(news: News, topic: string, signal: AbortSignal) {
  let ring = () => {};
  let rung = Promise.resolve();
  const onNews = () => ring();
  const stop = news.subscribe(topic, { onNews, onGap: onNews });
  signal.addEventListener('abort', onNews, { once: true });
  return {
    /** Lets news that arrives from now on end the next wait. */
    reset() {
      rung = new Promise((resolve) => {
        ring = resolve;
      });
    },
    async wait(ms: number) {
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([rung, over]);
      clearTimeout(timer);
    },
    stop,
  };
}

/** Returns the result; undefined while the bot can still reply. */
function trialOf(events: readonly ExplorationEvent[]): ConnectionTrial | undefined {
  const heard = events.filter((event) => event.type === 'heard');
  const replies = heard.flatMap(({ reply }) => reply ?? []);
  const answer = heard.find(({ turn }) => turn !== undefined);
  if (answer) return { outcome: outcomeOf(answer.reply), replies, failure: null };
  const ended = events.find((event) => event.type === 'conversation.ended');
  if (!ended) return undefined;
  const { failure = interrupted } = ended;
  return { ...failed(failure), replies };
}

function outcomeOf(reply: Reply | undefined): ConnectionTrial['outcome'] {
  if (!reply) return 'silent';
  const { text, buttons, attachments } = reply;
  return text.trim() || buttons.length > 0 || attachments.length > 0 ? 'answered' : 'empty';
}

const failed = (failure: Failure): ConnectionTrial => ({
  outcome: failure.class === 'silent' ? 'silent' : 'failed',
  replies: [],
  failure,
});

const tooLate = (): Failure => ({
  class: 'silent',
  code: 'reply-timeout',
  message: `The bot was reached, but did not answer within ${explorationLimits.trialMs / 1000} seconds.`,
});

const interrupted: Failure = {
  class: 'internal',
  code: 'interrupted',
  message: 'The conversation was interrupted.',
  hint: 'Send the message again.',
};
