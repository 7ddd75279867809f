const suiteNameLengthMax = 120;

/** Why a suite cannot have this name; undefined if it can. The server enforces the same rules. */
export function suiteNameProblem(name: string): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return 'Enter a name';
  if (trimmed.length > suiteNameLengthMax) {
    return `A name has at most ${suiteNameLengthMax} characters; this one has ${trimmed.length}`;
  }
  return undefined;
}
