import type { ChannelConfiguration } from './channel-configuration.ts';
import { type Placeholder, placeholdersIn } from './template.ts';

/** Use of a value: in the address, a header, credentials or the body. */
export type ChannelPlace = 'address' | 'header' | 'auth' | 'body';

export interface ChannelPlaceholder extends Placeholder {
  place: ChannelPlace;
  /** Path of the setting that contains the placeholder, for example `url` or `headers.authorization`. */
  setting: string;
}

/** Names of placeholders that the channel fills in itself, per conversation or per message. */
export const channelNames: ReadonlySet<string> = new Set([
  'text',
  'conversationId',
  'messageId',
  'after',
]);

/** Settings that can contain placeholders. */
const places: Record<string, ChannelPlace> = {
  url: 'address',
  poll: 'address',
  stream: 'address',
  to: 'address',
  headers: 'header',
  auth: 'auth',
  secret: 'auth',
  request: 'body',
  model: 'body',
  system: 'body',
  initialize: 'body',
  prechat: 'body',
};

/** @returns the placeholders in a channel's configuration, in its order, without those that the channel fills in itself */
export function channelPlaceholders(channel: ChannelConfiguration): ChannelPlaceholder[] {
  return Object.entries(channel).flatMap(([setting, value]) => {
    const place = Object.hasOwn(places, setting) ? places[setting] : undefined;
    if (place === undefined) return [];
    const texts: [string, unknown][] =
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([name, text]) => [`${setting}.${name}`, text])
        : [[setting, value]];
    return texts.flatMap(([of, text]) =>
      placeholdersIn(String(text))
        .filter(({ name }) => !channelNames.has(name))
        .map((placeholder) => ({ ...placeholder, place, setting: of })),
    );
  });
}
