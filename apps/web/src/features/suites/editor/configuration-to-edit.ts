/**
 * The configuration for the forms. An invalid setting, such as a channel with a half-typed address, is among the extra keys
 * as written. The forms show it, so that users can complete it and nothing is lost. Values are only converted to text,
 * numbers or flags for display; unedited values stay as written.
 */
import type { ChannelConfiguration, SuiteConfiguration } from '@parley/suite';
import { channelForms } from './channel-fields.ts';

export function channelToEdit({
  channel,
  extra,
}: SuiteConfiguration): ChannelConfiguration | undefined {
  if (channel) return channel;
  const written = extra?.channel;
  if (!isRecord(written) || !Object.hasOwn(channelForms, String(written.kind))) return undefined;
  return written as unknown as ChannelConfiguration;
}

export function variablesToEdit({
  variables,
  extra,
}: SuiteConfiguration): Record<string, string> | undefined {
  return variables ?? textsIn(extra?.variables);
}

type Rows = NonNullable<SuiteConfiguration['data']>;

/** Rows of test data. Their values need not be texts; `textsIn` converts them for display. */
export function dataToEdit({ data, extra }: SuiteConfiguration): Rows {
  if (data) return data;
  return isRecord(extra?.data) ? (extra.data as Rows) : {};
}

export function textIn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function textsIn(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, textIn(entry) ?? '']),
  );
}

export function numberIn(value: unknown): number | undefined {
  const text = textIn(value)?.trim();
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
