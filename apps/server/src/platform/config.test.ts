import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

describe('the configuration', () => {
  it('needs nothing', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      demoBotPort: 3001,
      egressAllow: [],
    });
  });

  it('reads lists, switches and addresses', () => {
    const config = readConfig({
      PARLEY_EGRESS_ALLOW: ' 127.0.0.1:4010, 10.0.0.0/8:443 ,',
      PARLEY_DEMO_BOT: 'off',
      PARLEY_PUBLIC_URL: 'https://parley.example/',
      SMTP_URL: '',
    });
    expect(config).toMatchObject({
      egressAllow: ['127.0.0.1:4010', '10.0.0.0/8:443'],
      demoBotPort: null,
      publicUrl: 'https://parley.example',
      docsUrl: 'https://parley.example/docs',
      smtpUrl: undefined,
    });
  });

  it.each([
    ['PORT', 'three thousand'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/parley'],
    ['SMTP_URL', 'localhost:25'],
    ['PARLEY_SECRET', 'short'],
    ['PARLEY_PUBLIC_URL', 'parley.example'],
    ['PARLEY_DEMO_BOT', 'yes'],
    ['PARLEY_RUN_SLOTS', '0'],
    ['PARLEY_EGRESS_ALLOW', '127.0.0.1'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(StartError);
    expect(read).toThrow(new RegExp(`^The configuration is not valid:\n  ${name}: `));
  });
});
