import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog, withoutSecrets } from './log.ts';

describe('an address in the log', () => {
  it.each([
    ['/signin?token=abc&x=1', '/signin?token=[hidden]&x=1'],
    ['/cb?code=abc&state=def#token=ghi', '/cb?code=[hidden]&state=[hidden]#token=[hidden]'],
    ['/runs?status=passed', '/runs?status=passed'],
  ])('%s is logged as %s', (address, logged) => {
    expect(withoutSecrets(address)).toBe(logged);
  });
});

describe('a line of the log', () => {
  it('holds no password, token or header that lets somebody in', () => {
    let written = '';
    const destination = new Writable({
      write(chunk, _, done) {
        written += chunk;
        done();
      },
    });
    const secret = { password: 'hunter2', token: 'hunter2', headers: { authorization: 'hunter2' } };
    createLog('info', destination).info({ ...secret, user: secret }, 'A line\nof two');
    expect(written).toContain('[hidden]');
    expect(written).not.toContain('hunter2');
    expect(written.trim().split('\n')).toHaveLength(1);
  });
});
