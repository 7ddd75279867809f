/** Names of the variables that a program needs to start and to use the right language. All others are withheld. */
const needed =
  /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XDG_\w+|FONTCONFIG_\w+|DISPLAY|WAYLAND_DISPLAY|LD_LIBRARY_PATH|CHROME_DEVEL_SANDBOX|SystemRoot|TEMP|TMP)$/;

/**
 * The environment of programs started for a run: a browser with untrusted pages, speech programs.
 * The worker's own environment contains the secrets of the installation.
 */
export function programEnvironment(
  around: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = Object.entries(around).filter(([name]) => needed.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
