/** Channel for a bot that accepts messages by POST and replies with server-sent events. */
import type { SseChannelConfiguration } from '@parley/suite';
import type { OpenChannel } from '../channel.ts';
import { openAnswerStreams } from './answer-streams.ts';
import { openLastingStream } from './lasting-stream.ts';

export const openSseChannel: OpenChannel<SseChannelConfiguration> = async (
  configuration,
  context,
) => {
  const { stream } = configuration;
  return stream === undefined
    ? openAnswerStreams(configuration, context)
    : openLastingStream({ ...configuration, stream }, context);
};
