/** Formats a UTC day of this or the next year for people: "November 24". */
export function dayInWords(at: Date): string {
  return at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
}
