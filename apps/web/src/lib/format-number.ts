// Created on first use, because the browser then loads its locale data, which would delay the first view.
let whole: Intl.NumberFormat | undefined;
let precise: Intl.NumberFormat | undefined;

/** Formats a number as "12,400" or "8.27": whole from 100 on, otherwise with up to three significant digits. */
export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100) return formatWhole(value);
  precise ??= new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  return precise.format(value);
}

function formatWhole(value: number): string {
  // Most counts need no separators, and creating the formatter is the longest single step of a first view.
  if (value >= 0 && value < 999) return String(Math.round(value));
  whole ??= new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
  return whole.format(value);
}

/** Formats a share from 0 to 1 as "0.4%" or "12%". */
export function formatShare(share: number): string {
  return `${Number((share * 100).toPrecision(3))}%`;
}

/** Formats a count as "1 run" or "1,200 runs"; with `isMore` as "50 runs, and more". */
export function countOf(count: number, noun: string, isMore = false): string {
  return `${formatWhole(count)} ${noun}${count === 1 ? '' : 's'}${isMore ? ', and more' : ''}`;
}
