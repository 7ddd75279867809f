/** Activities of the Bot Framework: what a bot says, as far as a tester looks at it. */
import type { Attachment, Button, Json } from '@parley/suite';
import type { BotMessage } from '../channel.ts';

/** What holds nothing may be left out, and some bots write it as null. */
export interface Activity {
  type?: string;
  id?: string;
  from?: { id?: string };
  text?: string | null;
  replyToId?: string;
  suggestedActions?: { actions?: CardAction[] };
  attachments?: CardAttachment[] | null;
}

export interface ActivitySet {
  activities?: Activity[] | null;
  watermark?: string;
}

interface CardAction {
  title?: string;
  value?: Json;
}

interface CardAttachment {
  contentType?: string;
  contentUrl?: string;
  name?: string;
  content?: { title?: string; text?: string; buttons?: CardAction[] };
}

/** What a bot says with an activity; undefined if it only types, ends or reports. */
export function readActivity({
  type,
  text,
  suggestedActions,
  attachments,
}: Activity): BotMessage | undefined {
  if (type !== 'message') return undefined;
  const cards = (attachments ?? []).flatMap(({ content }) => content?.buttons ?? []);
  return {
    text: text ?? '',
    buttons: [...(suggestedActions?.actions ?? []), ...cards].flatMap(readAction),
    attachments: (attachments ?? []).map(readAttachment),
  };
}

function readAction({ title, value }: CardAction): Button[] {
  if (typeof title !== 'string') return [];
  return [typeof value === 'string' ? { title, value } : { title }];
}

function readAttachment({ contentType, contentUrl, name, content }: CardAttachment): Attachment {
  const title = content?.title ?? name;
  return {
    type: contentType ?? 'unknown',
    ...(contentUrl !== undefined && { url: contentUrl }),
    ...(title !== undefined && { title }),
  };
}
