/** Converts patterns to ones that mean the same in other tools. */

export function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Replaces `\Q…\E`, which few engines support. */
export function portablePattern(source: string): string {
  return source.replace(/\\Q([\s\S]*?)(?:\\E|$)|\\[\s\S]/g, (found, quoted?: string) =>
    quoted === undefined ? found : escapeForPattern(quoted),
  );
}
