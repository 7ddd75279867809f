/**
 * Reads activities of the Bot Framework: the parts of a bot's messages that matter for tests. Empty fields can be missing or
 * null, and a bot can put any value anywhere.
 */
import { isObject, type Json, type JsonObject, objectsIn } from '@parley/suite';
import type { BotMessage } from '../channel.ts';
import { buttonsOnCards, readAttachment, readButton } from '../message-parts.ts';
import { textFrom } from '../read-messages.ts';
import { broken } from '../unasked.ts';

/** The value if it is an object, otherwise an empty object. */
export const fieldsOf = (json: Json | undefined): JsonObject => (isObject(json) ? json : {});

export const textIn = (json: Json | undefined): string | undefined =>
  typeof json === 'string' ? json : undefined;

/** Reads an id. Some services use numbers. */
export const idIn = (json: Json | undefined): string | undefined =>
  typeof json === 'number' ? String(json) : textIn(json);

export function activitiesIn(set: Json): JsonObject[] {
  const activities = fieldsOf(set).activities ?? [];
  if (Array.isArray(activities) && activities.every(isObject)) return activities;
  throw broken('malformed-answer', "The bot's response is not a list of activities.");
}

/** Reads the message of an activity; undefined for activities of other types, such as typing indicators. */
export function readActivity({
  type,
  text,
  suggestedActions,
  attachments,
}: JsonObject): BotMessage | undefined {
  if (type !== 'message') return undefined;
  const attached = objectsIn(attachments);
  const actions = objectsIn(fieldsOf(suggestedActions).actions);
  return {
    text: textFrom(text),
    buttons: [...actions, ...buttonsOnCards(attached)].flatMap(readButton),
    attachments: attached.flatMap(readAttachment),
  };
}
