/** Thousands in groups. A zero in front begins no group. */
const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/** A comma where half of Europe has the point. "1234,500" may be either, and is neither. */
const withDecimalComma = /^(0,\d+|\d+,(?!\d{3}$)\d+)$/;

/** Parses "0.5", "0,5" or "10,000"; undefined for text that is not a number or is ambiguous. */
export function readNumber(text: string): number | undefined {
  const written = text.trim();
  if (grouped.test(written)) return Number(written.replaceAll(',', ''));
  const plain = withDecimalComma.test(written) ? written.replace(',', '.') : written;
  return plain === '' || Number.isNaN(Number(plain)) ? undefined : Number(plain);
}
