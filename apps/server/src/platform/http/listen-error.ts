import { StartError } from '../errors/start-error.ts';

/** Turns an error of `listen` into one that tells the operator how to fix it. Other errors are returned unchanged. */
export function listenError(
  error: unknown,
  { host, port, setting }: { host: string; port: number; setting: string },
): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is already in use. Choose another one with ${setting}.`);
  if (code === 'EACCES')
    return new StartError(
      `Parley's user account is not allowed to use port ${port}. Choose one above 1023 with ${setting}.`,
    );
  if (['EADDRNOTAVAIL', 'ENOTFOUND'].includes(code))
    return new StartError(`HOST=${host} is not an address of this machine.`);
  return error;
}
