/** Converts line endings to LF, because the text editor uses no others. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Converts the edited text to the suite's line endings: CRLF if the suite contains any, otherwise LF. */
export function withLineEndsOf(source: string, written: string): string {
  return source.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}
