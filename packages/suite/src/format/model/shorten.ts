/** Shortens text to 60 characters for messages, because user input can be very long. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
