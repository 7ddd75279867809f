/** Converts line endings to line feeds, the only kind that the text editor uses. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Gives the edited text the suite's line endings: CRLF if the suite contains any, else LF. */
export function withLineEndsOf(source: string, written: string): string {
  return source.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}
