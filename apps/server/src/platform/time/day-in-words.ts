/** Formats a day in UTC without the year: "November 24". */
export function dayInWords(at: Date): string {
  return at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
}
