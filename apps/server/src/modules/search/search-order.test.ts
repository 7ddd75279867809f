/** Compares the results of a search and their order with the rule, written as a few lines of ordinary code. */
import { search } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projects, suites, users } from '../../db/schema/index.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

const shownMax = 8;
const words = [
  'Delivery',
  'Zürich',
  'Ångström',
  'e-mail',
  'snake_case',
  'АДРЕС',
  '100 %',
  'x.y',
  '7',
  'Größe',
];
const joints = [' ', '-', '/', '', ' (', '#', ', '];

interface Item {
  id: string;
  name: string;
  /** Text to search if it is not only the name. */
  text?: string;
}

/** Names with words at the beginning, in the middle and at the end; the same in every execution. */
const names = Array.from({ length: 70 }, (_, n) => {
  const at = (list: string[], k: number) => list[k % list.length] ?? '';
  const name = at(words, n) + at(joints, Math.floor(n / 3)) + at(words, n * 3 + 1);
  return n % 4 === 0 ? `${name} ${n}` : n % 4 === 1 ? name.toUpperCase() : `${name}${n}`;
});

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/**
 * Returns the items that contain all words: first those that begin with the search, then those in which each word begins a
 * word, then the others; shorter ones first.
 */
function ranked(items: Item[], asked: string): Item[] {
  const wanted = asked.split(' ').map(plain);
  const keyOf = ({ name, text = name, id }: Item) => {
    const found = plain(text);
    const spaced = ` ${found.replaceAll(/[-_/.:,(#]/g, ' ')}`;
    const begins = wanted.every((word) => spaced.includes(` ${word}`));
    const rank = found.startsWith(wanted.join(' ')) ? 0 : begins ? 1 : 2;
    return [rank, [...found].length, Buffer.from(found), id] as const;
  };
  const compare = (a: Item, b: Item) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    return x[0] - y[0] || x[1] - y[1] || Buffer.compare(x[2], y[2]) || (x[3] < y[3] ? -1 : 1);
  };
  return items
    .filter(({ name, text = name }) => wanted.every((word) => plain(text).includes(word)))
    .toSorted(compare)
    .slice(0, shownMax);
}

const asked = [
  ...[
    'd',
    'delivery',
    'DELIVERY',
    'livery',
    'zurich',
    'Zürich',
    'ZÜRICH',
    'rich',
    'angstrom',
    'Ångs',
  ],
  ...[
    'mail',
    'e-mail',
    'e mail',
    'case',
    'snake_case',
    '_',
    'адрес',
    'рес',
    '%',
    '100',
    '100 %',
    'x.y',
    '.',
  ],
  ...[
    '7',
    'e 7',
    '7 e',
    'zurich delivery',
    'delivery zür',
    'y 1',
    '#',
    '(',
    'größe',
    'grosse',
    '\\',
    "'",
    'none',
  ],
];

let app: TestApp;
let acme: Tenant;
let kept: { projects: Item[]; suites: Item[]; monitors: Item[]; members: Item[] };

beforeAll(async () => {
  app = await startTestApp();
  acme = await createTenant(app);
  kept = await fill(acme, 'a');
  // Another organization has the same names, which must not be found.
  await fill(await createTenant(app, { name: 'Other' }), 'b');
});
afterAll(() => app.close());

async function fill(tenant: Tenant, key: string) {
  const { db } = app.platform;
  const { organizationId } = tenant;
  const items = names.map((name, n) => ({ id: `${key}${String(n).padStart(4, '0')}`, name }));
  await db
    .insert(projects)
    .values(items.map((item) => ({ ...item, organizationId, name: `${item.name} ${item.id}` })));
  const common = {
    organizationId,
    projectId: `${key}0000`,
    platform: 'webchat' as const,
    source: '',
    testCount: 2,
  };
  await db.insert(suites).values(
    items.map((item, n) => ({
      ...item,
      ...common,
      isMonitoring: n % 2 === 0,
      testNames: `${names[(n + 7) % names.length]} ${n}\n${names[(n + 31) % names.length]}`,
      // Few suites have their own time, so most of them tie.
      modifiedAt: new Date(Date.UTC(2026, 0, 1 + (n % 5))),
    })),
  );
  const people = await Promise.all(
    names.slice(0, 12).map(async (name) => {
      const { userId: id } = await tenant.add('member');
      const [user] = await db.update(users).set({ name }).where(eq(users.id, id)).returning();
      return { id, name, text: `${name} ${user?.email}` };
    }),
  );
  const [owner] = await db.select().from(users).where(eq(users.id, tenant.owner.userId));
  return {
    projects: items.map(({ id, name }) => ({ id, name: `${name} ${id}` })),
    suites: items,
    monitors: items.filter((_, n) => n % 2 === 0),
    members: [
      ...people,
      { id: tenant.owner.userId, name: owner?.name ?? '', text: `${owner?.name} ${owner?.email}` },
    ],
  };
}

describe('a search by name', () => {
  it.each(asked)(
    'finds the best eight for %s of each kind, and none of another organization',
    async (text) => {
      const { status, body } = await acme.owner.call(search.searchNames, {
        query: { search: text },
      });
      expect(status).toBe(200);
      for (const kind of ['projects', 'suites', 'monitors', 'members'] as const) {
        const found = body[kind].map(({ id, name }) => `${id} ${name}`);
        expect(found, kind).toEqual(
          ranked(kept[kind], text).map(({ id, name }) => `${id} ${name}`),
        );
      }
      const tests = names.flatMap((_, n) => [
        { id: `a${String(n).padStart(4, '0')} 1`, name: `${names[(n + 7) % names.length]} ${n}` },
        { id: `a${String(n).padStart(4, '0')} 2`, name: names[(n + 31) % names.length] ?? '' },
      ]);
      const found = body.tests.map(({ suiteId, place, name }) => `${suiteId} ${place} ${name}`);
      expect(found).toEqual(ranked(tests, text).map(({ id, name }) => `${id} ${name}`));
    },
  );

  it('ranks no test lower because others of its suite have the words as well', async () => {
    await app.platform.db.execute(
      sql`update suites set test_names = e'walrus late\nlate\nwalrus' where id = 'a0003'`,
    );
    await app.platform.db.execute(
      sql`update suites set test_names = 'a walrus' where id = 'a0004'`,
    );
    const { body } = await acme.owner.call(search.searchNames, { query: { search: 'walrus' } });
    expect(body.tests.map(({ name }) => name)).toEqual(['walrus', 'walrus late', 'a walrus']);
  });
});
