/** Patterns that mean the same in other tools. */

export function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Few engines support `\Q…\E`. */
export function portablePattern(source: string): string {
  return source.replace(/\\Q([\s\S]*?)(?:\\E|$)|\\[\s\S]/g, (found, quoted?: string) =>
    quoted === undefined ? found : escapeForPattern(quoted),
  );
}
