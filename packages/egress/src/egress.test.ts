import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEgress, type EgressPolicy, type Lookup } from './egress.ts';
import { failureOf } from './failure.ts';

/** A listener on this machine that must not be reachable unless it is granted. */
let canary: Server;
let port: number;
let hits: number;

beforeEach(async () => {
  hits = 0;
  canary = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  port = (canary.address() as AddressInfo).port;
});
afterEach(() => canary.close());

/** Checks the URL, then connects as a channel does. @returns the failure code, or `connected` */
async function reach(url: string, policy: EgressPolicy = { allow: [] }, lookup?: Lookup) {
  const egress = createEgress(policy, lookup);
  try {
    const { hostname, protocol, port } = egress.checkUrl(url, ['http:', 'https:', 'ws:', 'wss:']);
    await new Promise<void>((resolve, reject) => {
      egress.connect({ hostname, protocol, port }, (error, socket) => {
        socket?.destroy();
        if (error) reject(error);
        else resolve();
      });
    });
    return 'connected';
  } catch (error) {
    return failureOf(error).code;
  }
}

const answers =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('without a grant', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.1.',
    '127.0.0.1',
    '①②⑦.⓪.⓪.①',
    'localhost',
    'localhost.',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    '[2607:f8b0::5efe:127.0.0.1]',
    '[fe80::1]',
    '[fc00::1]',
    '[ff02::1]',
  ])('no byte leaves for %s', async (host) => {
    expect(await reach(`http://${host}:${port}/`)).toBe('egress-refused');
    expect(await reach(`ws://${host}:${port}/`)).toBe('egress-refused');
    expect(hits).toBe(0);
  });

  it.each([22, 25, 5432, 6379, 11211, 2375])(
    'port %i of a public address is refused, because no bot listens there',
    async (port) => {
      expect(await reach(`http://93.184.216.34:${port}/`)).toBe('egress-refused');
    },
  );

  it('a name that leads to a private address is refused, also when it leads to a public one too', async () => {
    const url = `http://bot.example:${port}/`;
    expect(await reach(url, { allow: [] }, answers('127.0.0.1'))).toBe('egress-refused');
    expect(await reach(url, { allow: [] }, answers('93.184.216.34', '127.0.0.1'))).toBe(
      'egress-refused',
    );
    expect(await reach(url, { allow: [] }, answers('::ffff:127.0.0.1'))).toBe('egress-refused');
    expect(await reach(url, { allow: [] }, answers())).toBe('egress-refused');
    expect(hits).toBe(0);
  });

  it('the error names the setting that an operator can change', () => {
    try {
      createEgress({ allow: [] }).checkUrl('http://127.0.0.1:4010/', ['http:']);
    } catch (error) {
      expect(failureOf(error)).toEqual({
        class: 'configuration',
        code: 'egress-refused',
        message: 'Parley is not allowed to connect to 127.0.0.1:4010.',
        hint: 'Only public addresses are allowed. The operator of this installation can allow this one: start Parley with PARLEY_EGRESS_ALLOW=127.0.0.1:4010.',
      });
    }
    expect.assertions(1);
  });
});

describe('a grant', () => {
  it('opens exactly its host and port', async () => {
    const allow = [`127.0.0.1:${port}`];
    expect(await reach(`http://127.0.0.1:${port}/`, { allow })).toBe('connected');
    expect(await reach(`http://[::ffff:127.0.0.1]:${port}/`, { allow })).toBe('connected');
    expect(await reach('http://127.0.0.1:9/', { allow })).toBe('egress-refused');
    expect(await reach(`http://127.0.0.2:${port}/`, { allow })).toBe('egress-refused');
  });

  it('can be a range, any port, or a name', async () => {
    expect(await reach(`http://127.0.0.1:${port}/`, { allow: ['127.0.0.0/8:*'] })).toBe(
      'connected',
    );
    // A Compose service name.
    const byService = { allow: [`rasa_bot:${port}`] };
    expect(await reach(`http://rasa_bot:${port}/`, byService, answers('127.0.0.1'))).toBe(
      'connected',
    );
    const byName = { allow: [`bot.internal:${port}`] };
    expect(await reach(`http://bot.internal:${port}/`, byName, answers('127.0.0.1'))).toBe(
      'connected',
    );
    expect(await reach(`http://other.internal:${port}/`, byName, answers('127.0.0.1'))).toBe(
      'egress-refused',
    );
  });

  it.each([
    '127.0.0.1',
    'http://127.0.0.1:80',
    '127.0.0.1:0',
    '127.0.0.1:99999',
    ':80',
    '10.0.0.0/33:80',
    '',
  ])('that reads "%s" is refused when the policy is made', (grant) => {
    expect(() => createEgress({ allow: [grant] })).toThrow('is not an address to allow');
  });

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '[fd00:ec2::254]',
    '[fd00:ec2::23]',
    '[fd20:ce::254]',
    '[fd00:c1::a9fe:a9fe]',
    '[fd00:42::42]',
    '[fd00:a9fe:a9fe::1]',
    '[fd00:100::100:200]',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '[fe80::1]',
    '[::ffff:169.254.169.254]',
    '[::169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    // Teredo embeds the server's address, and the client's with inverted bits.
    '[2001:0:a9fe:a9fe::]',
    '[2001:0:808:808::5601:5601]',
    '[2607:f8b0::5efe:169.254.169.254]',
  ])('never opens the metadata service at %s', async (host) => {
    const allow = ['0.0.0.0/0:*', '[::/0]:*'];
    expect(await reach(`http://${host}/`, { allow })).toBe('egress-refused');
  });

  it('never opens a metadata name, nor a granted name that leads to a metadata address', async () => {
    const name = 'metadata.google.internal';
    expect(
      await reach(`http://${name}/`, { allow: [`${name}:80`] }, answers('93.184.216.34')),
    ).toBe('egress-refused');
    expect(
      await reach(
        'http://bot.internal/',
        { allow: ['bot.internal:80'] },
        answers('169.254.169.254'),
      ),
    ).toBe('egress-refused');
  });

  it.each([
    ['mapped', '::ffff:7f00:1'],
    ['compatible', '::7f00:1'],
    ['translated', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::80ff:fffe'],
  ])('judges a %s address by the IPv4 address that it holds', async (_, address) => {
    const url = `http://bot.example:${port}/`;
    const lookup = answers('127.0.0.1', address);
    const granted = { allow: [`127.0.0.1:${port}`] };
    expect(await reach(url, granted, lookup)).toBe('connected');
    // Granting IPv6 ranges does not grant IPv4 addresses.
    const everyIPv6 = { allow: ['[::/0]:*'] };
    expect(await reach(url, everyIPv6, answers(address))).toBe('egress-refused');
    const denied = { allow: ['0.0.0.0/0:*', '[::/0]:*'], deny: [`127.0.0.1:${port}`] };
    expect(await reach(url, denied, answers(address))).toBe('egress-refused');
    expect(hits).toBe(1);
  });

  it.each([
    ['[::ffff:127.0.0.0/104]', true],
    ['[64:ff9b::7f00:0/104]', true],
    ['[::ffff:0:7f00:0/104]', true],
    ['[::ffff:10.0.0.0/104]', false],
  ])('of the range %s is one of IPv4', async (range, isGranted) => {
    const policy = { allow: [`${range}:${port}`] };
    expect(await reach(`http://127.0.0.1:${port}/`, policy)).toBe(
      isGranted ? 'connected' : 'egress-refused',
    );
  });

  it.each(['1::1', '::1:7f00:1', '::ffff:1:7f00:1', '64:ff9c::1', '4000::1', '8000::1', 'e000::1'])(
    'refuses %s, which lies outside of the global addresses of IPv6, unless it is granted',
    (address) => {
      const check = (allow: string[]) => () =>
        createEgress({ allow }).checkUrl(`http://[${address}]/`, ['http:']);
      expect(check([])).toThrow();
      expect(check(['[::/0]:80'])().hostname).toContain(':');
    },
  );

  it('is narrowed, never widened, by what it lies within', async () => {
    const url = `http://127.0.0.1:${port}/`;
    const allow = ['127.0.0.0/8:*'];
    expect(await reach(url, { allow, within: [`127.0.0.1:${port}`] })).toBe('connected');
    expect(await reach(url, { allow, within: ['0.0.0.0/0:*'] })).toBe('connected');
    expect(await reach(url, { allow, within: [] })).toBe('egress-refused');
    expect(await reach(url, { allow, within: ['127.0.0.2:*'] })).toBe('egress-refused');
    expect(await reach(url, { allow: ['10.0.0.0/8:*'], within: ['127.0.0.0/8:*'] })).toBe(
      'egress-refused',
    );
    const byName = { allow, within: [`bot.internal:${port}`] };
    const toBot = answers('127.0.0.1');
    expect(await reach(`http://bot.internal:${port}/`, byName, toBot)).toBe('connected');
    expect(await reach(`http://other.internal:${port}/`, byName, toBot)).toBe('egress-refused');
    // Public addresses need no grant.
    const checked = createEgress({ allow, within: [] }).checkUrl('http://93.184.216.34/', [
      'http:',
    ]);
    expect(checked.hostname).toBe('93.184.216.34');
  });

  it('holds for a name with and without its final dot', async () => {
    const grants = [`bot.internal:${port}`, `bot.internal.:${port}`];
    for (const allow of grants)
      for (const host of ['bot.internal', 'bot.internal.', 'BOT.internal.'])
        expect(
          await reach(`http://${host}:${port}/`, { allow: [allow] }, answers('127.0.0.1')),
        ).toBe('connected');
    const policy = { allow: ['127.0.0.0/8:*'], deny: [`app.example.:${port}`] };
    expect(await reach(`http://app.example:${port}/`, policy, answers('127.0.0.1'))).toBe(
      'egress-refused',
    );
  });

  it('never opens what the installation itself listens on', async () => {
    const policy = { allow: ['127.0.0.0/8:*'], deny: [`127.0.0.1:${port}`] };
    expect(await reach(`http://127.0.0.1:${port}/`, policy)).toBe('egress-refused');
    expect(await reach(`http://app.example:${port}/`, policy, answers('127.0.0.1'))).toBe(
      'egress-refused',
    );
    expect(hits).toBe(0);
  });
});

describe('an address that readers could take in two ways', () => {
  it.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://127.0.0.1/',
    'data:text/plain,hi',
    'javascript:alert(1)',
    'blob:http://127.0.0.1/x',
    'http:/\\127.0.0.1',
    'http:127.0.0.1',
    'http://',
    'https:///path',
    'http://a@93.184.216.34/',
    'http://a:b@93.184.216.34/',
    'http://93.184.216.34\\@127.0.0.1/',
    'http://93.184.216.34/\tpath',
    'http://93.184\n.216.34/',
    ' http://93.184.216.34/',
    'http://[fe80::1%25eth0]/',
    'bot.example',
    '',
  ])('is refused: %j', async (url) => {
    expect(await reach(url)).toBe('invalid-url');
  });

  it('is read as what a connection would use when it holds a fragment', async () => {
    expect(await reach('http://127.0.0.1#@93.184.216.34/')).toBe('egress-refused');
  });
});

describe('a name that cannot be looked up', () => {
  it('is an error of the name system, never an unchecked connection', async () => {
    const unknown: Lookup = async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    };
    expect(await reach('http://bot.example/', { allow: [] }, unknown)).toBe('dns-not-found');
  });

  it('is given up when the look-up hangs', async () => {
    const hanging: Lookup = () => new Promise(() => {});
    expect(await reach('http://bot.example/', { allow: [] }, hanging)).toBe('dns-failed');
  });
});

it('a second look-up cannot lead the connection elsewhere', async () => {
  let lookups = 0;
  const rebinding: Lookup = async () => {
    lookups += 1;
    return [{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
  };
  const allow = [`127.0.0.1:${port}`];
  expect(await reach(`http://bot.example:${port}/`, { allow }, rebinding)).toBe('connected');
  expect(lookups).toBe(1);
});
