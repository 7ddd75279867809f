import { spawn } from 'node:child_process';

/** Opens an address or a file. Failures are ignored, because the address is printed anyway. */
export function openInBrowser(address: string): void {
  const [program = '', ...args] =
    process.platform === 'win32'
      ? ['cmd', '/c', 'start', '', address]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', address];
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
