/** Patterns that mean the same in other tools. */

export function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** `\Q…\E` is known to few. */
export function portablePattern(source: string): string {
  return source.replace(/\\Q([\s\S]*?)(?:\\E|$)|\\[\s\S]/g, (found, quoted?: string) =>
    quoted === undefined ? found : escapeForPattern(quoted),
  );
}
