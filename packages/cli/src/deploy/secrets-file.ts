/** The file for signing secrets of new webhooks, which a server shows only once. */
import { type FileHandle, open } from 'node:fs/promises';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';

export interface SecretsFile {
  /** Opens the file, so that a webhook is created only if its secret can be kept. @throws UsageError if it can't be written */
  open(): Promise<void>;
  /** Appends a line of JSON with the secret. It is never printed, because the logs of CI systems are kept. */
  keep(webhook: string, signingSecret: string): Promise<void>;
}

/** @param path the file; undefined if the command names none */
export function secretsFile(path: string | undefined): SecretsFile {
  let file: FileHandle | undefined;
  return {
    async open() {
      if (path === undefined)
        throw new UsageError(
          'The server shows the signing secret of a new webhook only once. Name a file for it with --webhook-secrets. Nothing was changed.',
        );
      try {
        file = await open(path, 'a', 0o600);
        // A file of before may be readable by others.
        if ((await file.stat()).isFile()) await file.chmod(0o600);
      } catch (error) {
        throw new UsageError(
          `${path} can't be written: ${(error as Error).message}. Nothing was changed.`,
        );
      }
    },
    async keep(webhook, signingSecret) {
      try {
        await file?.appendFile(`${JSON.stringify({ webhook, signingSecret })}\n`);
        await file?.sync().catch(() => undefined);
      } catch (error) {
        throw new CommandError(
          `the webhook was created, but its signing secret could not be written to ${path}: ${(error as Error).message}. Replace the secret in the dashboard.`,
          exitCodes.error,
        );
      }
    },
  };
}
