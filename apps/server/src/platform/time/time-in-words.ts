/** Formats a time for people: `2026-11-21 09:00 UTC`. */
export function timeInWords(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
