import type { ExploredConversation } from '@parley/suite';

const words: Record<NonNullable<ExploredConversation['end']>['reason'], string> = {
  user: 'This conversation was ended.',
  replaced: 'Another conversation was started.',
  idle: 'This conversation ended because nothing was said for 10 minutes.',
  limit: 'This conversation became too long: it took an hour, or the bot spoke without end.',
  bot: 'The bot ended this conversation.',
  interrupted: 'This conversation was lost: the server stopped, or no worker took it in time.',
};

/** Why a conversation is over, in words. */
export function wordsOfEnd({ reason, failure }: NonNullable<ExploredConversation['end']>): string {
  return failure ? failure.message : words[reason];
}
