/** Converts patterns to equivalent ones for other tools. */

export function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Replaces `\Q…\E`, which few regex engines support, with escaped characters. */
export function portablePattern(source: string): string {
  return source.replace(/\\Q([\s\S]*?)(?:\\E|$)|\\[\s\S]/g, (found, quoted?: string) =>
    quoted === undefined ? found : escapeForPattern(quoted),
  );
}
