import { countOf, formatNumber } from '#/lib/format-number.ts';

/** Formats an estimate such as "365 requests, about 91,000 tokens to read". */
export function costInWords({ requests, tokens }: { requests: number; tokens: number }): string {
  const step = tokens < 10_000 ? 100 : 1000;
  const about = formatNumber(Math.ceil(tokens / step) * step);
  return `${countOf(requests, 'request')}, about ${about} tokens to read`;
}
