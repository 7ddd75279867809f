/**
 * What the forms show of a configuration. A setting that can't be used, such as a channel whose address
 * is only half typed, stands among the extra keys as it was written; a form shows that, so that it can be
 * finished and nothing of it is lost. Each value is shown as text, number or flag only for the eye: what
 * isn't edited stays as it was written.
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

/** A row may hold what is no text; `textsIn` shows it. */
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
