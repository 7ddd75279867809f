/** Makes a name safe as part of a file name: replaces characters that file systems forbid and keeps all others. */
export function fileNameOf(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|]/g, '_');
}

/** Derives the name of a suite from its file. */
export function nameOfFile(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  return last
    .replace(
      /(\.(e2e|botscript|rasa|p?convo|utterances|scriptingmemory))?\.(zip|xlsx|ya?ml|txt)$/i,
      '',
    )
    .trim();
}
