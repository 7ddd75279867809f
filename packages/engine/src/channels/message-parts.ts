/** Reads buttons and attachments as bots commonly write them, including those of Bot Framework cards. */
import { type Attachment, type Button, isObject, type Json, objectsIn } from '@parley/suite';

export function readButton(button: Json): Button[] {
  if (typeof button === 'string') return [{ title: button }];
  if (!isObject(button)) return [];
  const title = button.title ?? button.label ?? button.text;
  if (typeof title !== 'string') return [];
  const { url } = button;
  const value = button.value ?? button.payload;
  return [
    {
      title,
      ...(typeof value === 'string' && { value }),
      ...(typeof url === 'string' && { url }),
    },
  ];
}

export function readAttachment(attachment: Json): Attachment[] {
  if (!isObject(attachment)) return [];
  const type = attachment.contentType ?? attachment.type;
  const url = attachment.contentUrl ?? attachment.url;
  const titles = [cardOf(attachment)?.title, attachment.title, attachment.name];
  const title = titles.find((one) => typeof one === 'string');
  return [
    {
      type: typeof type === 'string' ? type : 'unknown',
      ...(typeof url === 'string' && { url }),
      ...(typeof title === 'string' && { title }),
    },
  ];
}

/** Returns the unread buttons of the cards among attachments. */
export const buttonsOnCards = (attachments: Json[]): Json[] =>
  attachments.flatMap((attachment) => objectsIn(cardOf(attachment)?.buttons));

const cardOf = (attachment: Json) =>
  isObject(attachment) && isObject(attachment.content) ? attachment.content : undefined;
