/** A day of this or the next year for people, by UTC: "November 24". */
export function dayInWords(at: Date): string {
  return at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
}
