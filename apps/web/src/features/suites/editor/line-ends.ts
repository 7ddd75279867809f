/** The text as the editor of text has it, which knows one way to end a line. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The edited text with the suite's line endings: if it has any of Windows, all are. */
export function withLineEndsOf(source: string, written: string): string {
  return source.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}
