import { describe, expect, it } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { listenError } from './listen-error.ts';

const asked = { host: '127.0.0.1', port: 80, setting: 'PORT' };
const failed = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

describe('listenError', () => {
  it.each([
    ['EADDRINUSE', 'Port 80 is already in use. Choose another one with PORT.'],
    [
      'EACCES',
      "Parley's user account is not allowed to use port 80. Choose one above 1023 with PORT.",
    ],
    ['ENOTFOUND', 'HOST=127.0.0.1 is not an address of this machine.'],
  ])('says of %s what to do', (code, message) => {
    expect(listenError(failed(code), asked)).toEqual(new StartError(message));
  });

  it('keeps errors that no setting can fix', () => {
    const error = failed('EMFILE');
    expect(listenError(error, asked)).toBe(error);
  });
});
