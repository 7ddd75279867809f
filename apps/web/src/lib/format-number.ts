// Made when first asked for: the browser reads its data of languages then, and a first view can wait for it.
let whole: Intl.NumberFormat | undefined;
let precise: Intl.NumberFormat | undefined;

/** "12,400", "8.27": rounded to meaningful digits. */
export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100) return formatWhole(value);
  precise ??= new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  return precise.format(value);
}

function formatWhole(value: number): string {
  // Most counts need no separators, and the formatter is the longest single step of a first view.
  if (value >= 0 && value < 999) return String(Math.round(value));
  whole ??= new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
  return whole.format(value);
}

/** A share from 0 to 1: "0.4%", "12%". */
export function formatShare(share: number): string {
  return `${Number((share * 100).toPrecision(3))}%`;
}

/** "1 run", "1,200 runs"; if more exist, "50 runs, and more". */
export function countOf(count: number, noun: string, isMore = false): string {
  return `${formatWhole(count)} ${noun}${count === 1 ? '' : 's'}${isMore ? ', and more' : ''}`;
}
