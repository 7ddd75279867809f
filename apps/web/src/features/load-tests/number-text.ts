/** Numbers with commas between thousands. The first group cannot begin with a zero. */
const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/**
 * Numbers with a decimal comma, as many European countries write them. Exactly three digits after a comma, as in "1234,500",
 * are not accepted, because they are ambiguous.
 */
const withDecimalComma = /^(0,\d+|\d+,(?!\d{3}$)\d+)$/;

/** Parses "0.5", "0,5" or "10,000". Undefined if the text is not a number or is ambiguous. */
export function readNumber(text: string): number | undefined {
  const written = text.trim();
  if (grouped.test(written)) return Number(written.replaceAll(',', ''));
  const plain = withDecimalComma.test(written) ? written.replace(',', '.') : written;
  return plain === '' || Number.isNaN(Number(plain)) ? undefined : Number(plain);
}
