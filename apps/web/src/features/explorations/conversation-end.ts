import type { ExploredConversation } from '@parley/suite';

const words: Record<NonNullable<ExploredConversation['end']>['reason'], string> = {
  user: 'You ended this conversation.',
  replaced: 'Another conversation was started.',
  idle: 'This conversation ended after 10 minutes of inactivity.',
  limit: 'This conversation was too long: it took an hour, or the bot did not stop talking.',
  bot: 'The bot ended this conversation.',
  interrupted: 'This conversation was lost: the server stopped, or no worker took it in time.',
};

/** Why a conversation ended, in words. */
export function wordsOfEnd({ reason, failure }: NonNullable<ExploredConversation['end']>): string {
  return failure ? failure.message : words[reason];
}
