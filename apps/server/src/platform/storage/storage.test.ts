import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestBucket, type TestBucket } from '../../test/test-bucket.ts';
import { s3Storage } from './s3-storage.ts';
import { folderStorage, type Storage } from './storage.ts';

let folder: string;
let bucket: TestBucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-storage-'));
  bucket = await startTestBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

const kinds: Record<string, () => Storage> = {
  folder: () => folderStorage(join(folder, 'files')),
  bucket: () => s3Storage(bucket),
};

describe.each(Object.keys(kinds))('the storage in a %s', (kind) => {
  const storage = () => (kinds[kind] as () => Storage)();

  it('gives back the bytes that were put', async () => {
    const bytes = Buffer.from([0, 1, 254, 255, 13, 10]);
    await storage().put('runs/a/picture-1.jpg', bytes);
    expect(await storage().get('runs/a/picture-1.jpg')).toEqual(bytes);
  });

  it('finds nothing under a key that was never written', async () => {
    expect(await storage().get('runs/a/other.jpg')).toBeUndefined();
  });

  it.each(['../secret', '/etc/passwd', 'a/../../b', '', 'a//b', '.', 'a\\b'])(
    'takes no key like "%s"',
    async (key) => {
      await expect(storage().get(key)).rejects.toThrow('no key');
      await expect(storage().put(key, Buffer.from('x'))).rejects.toThrow('no key');
    },
  );

  it('removes everything under a path, and nothing else', async () => {
    await storage().put('runs/c/one.txt', Buffer.from('1'));
    await storage().put('runs/c/two.txt', Buffer.from('2'));
    await storage().put('runs/cd/other.txt', Buffer.from('3'));
    await storage().removeUnder('runs/c');
    await storage().removeUnder('runs/nothing');
    expect(await storage().get('runs/c/one.txt')).toBeUndefined();
    expect(await storage().get('runs/c/two.txt')).toBeUndefined();
    expect(String(await storage().get('runs/cd/other.txt'))).toBe('3');
    await expect(storage().removeUnder('..')).rejects.toThrow('no key');
  });

  it('removes files by their names, and no others', async () => {
    const keys = Array.from({ length: 1_001 }, (_, index) => `runs/f/${index}.txt`);
    for (const key of [...keys, 'runs/f/kept.txt']) await storage().put(key, Buffer.from('x'));
    await storage().removeFiles([...keys, 'runs/nothing/gone.txt']);
    const left: string[] = [];
    for await (const key of storage().keys('runs/f')) left.push(key);
    expect(left).toEqual(['runs/f/kept.txt']);
    await expect(storage().removeFiles(['../secret'])).rejects.toThrow('no key');
  });

  it('removes older files only if allowed', async () => {
    const old = ['runs/g/one.txt', 'runs/g/two.txt'] as const;
    for (const key of old) await storage().put(key, Buffer.from('x'));
    const than = new Date(Date.now() + 60_000);
    await storage().removeOlder('runs/g', than, { among: async (keys) => keys.slice(0, 1) });
    const left = await Promise.all(old.map((key) => storage().get(key)));
    expect(left.filter((file) => file !== undefined)).toHaveLength(1);
  });

  it('lists everything under a path, and nothing else', async () => {
    await storage().put('runs/e/one.txt', Buffer.from('1'));
    await storage().put('runs/ef/other.txt', Buffer.from('2'));
    const named: string[] = [];
    for (const path of ['runs/e', 'runs/nothing'])
      for await (const key of storage().keys(path)) named.push(key);
    expect(named).toEqual(['runs/e/one.txt']);
  });

  it('removes files older than a moment, and nothing else', async () => {
    await storage().put('runs/b/old.txt', Buffer.from('old'));
    await storage().removeOlder('runs', new Date(0));
    expect(String(await storage().get('runs/b/old.txt'))).toBe('old');
    await storage().put('runs-of-others/old.txt', Buffer.from('other'));
    await storage().removeOlder('runs', new Date(Date.now() + 60_000));
    expect(await storage().get('runs/b/old.txt')).toBeUndefined();
    expect(String(await storage().get('runs-of-others/old.txt'))).toBe('other');
  });
});

it('removes a folder with its last file', async () => {
  const storage = folderStorage(join(folder, 'kept'));
  await storage.put('runs/a/old.txt', Buffer.from('old'));
  await storage.put('runs/b/new.txt', Buffer.from('new'));
  await utimes(join(folder, 'kept/runs/a/old.txt'), 1, 1);
  await writeFile(join(folder, 'outside'), 'x');
  await storage.removeOlder('runs', new Date(1_000_000));
  expect(await readdir(join(folder, 'kept/runs'))).toEqual(['b']);
});

it('removes old files even if one disappears meanwhile', async () => {
  const storage = folderStorage(join(folder, 'going'));
  await storage.put('runs/a/old.txt', Buffer.from('old'));
  // A file that is listed but gone when it is read.
  await symlink(join(folder, 'nowhere'), join(folder, 'going/runs/a/gone.txt'));
  await storage.removeOlder('runs', new Date(Date.now() + 60_000));
  expect(await storage.get('runs/a/old.txt')).toBeUndefined();
});

it('removes old files in a folder that is a link to another disk', async () => {
  await mkdir(join(folder, 'linked'));
  await mkdir(join(folder, 'disk'));
  await symlink(join(folder, 'disk'), join(folder, 'linked/runs'));
  const storage = folderStorage(join(folder, 'linked'));
  await storage.put('runs/a/old.txt', Buffer.from('old'));
  await storage.removeOlder('runs', new Date(Date.now() + 60_000));
  expect(await readdir(join(folder, 'disk'))).toEqual([]);
  await storage.put('runs/b/new.txt', Buffer.from('new'));
  expect(await readdir(join(folder, 'disk'))).toEqual(['b']);
});

it('keeps every file that is put into a folder while it is removed as empty', async () => {
  const storage = folderStorage(join(folder, 'empty'));
  const keys = Array.from({ length: 200 }, (_, index) => `runs/${index}/new.txt`);
  for (let round = 0; round < 3; round += 1) {
    for (const key of keys) await mkdir(join(folder, 'empty', dirname(key)), { recursive: true });
    const removed = storage.removeOlder('runs', new Date(0));
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from('new'))));
    await removed;
    const files = await Promise.all(keys.map(storage.get));
    expect(files.filter((file) => file === undefined)).toEqual([]);
    await storage.removeUnder('runs');
  }
});

it('walks through all pages of a bucket', async () => {
  const storage = s3Storage(bucket);
  // A page of a listing contains 1,000 keys.
  const keys = Array.from({ length: 1_001 }, (_, index) => `runs/many/${index}.txt`);
  for (const key of keys) await storage.put(key, Buffer.from('x'));
  await storage.removeOlder('runs', new Date(Date.now() + 60_000));
  expect(await storage.get('runs/many/0.txt')).toBeUndefined();
  expect(await storage.get('runs/many/999.txt')).toBeUndefined();
});

it('removes files one by one in a bucket that takes no list of them', async () => {
  const simple = await startTestBucket();
  onTestFinished(() => simple.close());
  simple.removesTogether = false;
  const storage = s3Storage(simple);
  const keys = ['runs/a/one.txt', 'runs/a/two.txt'];
  for (const key of keys) await storage.put(key, Buffer.from('x'));
  await storage.removeFiles(keys);
  expect(simple.keys()).toEqual([]);
});

it('leaves alone what others keep in a bucket', async () => {
  const storage = s3Storage(bucket);
  const foreign = ['reports/2024.csv', 'runs/', 'runs/2024 report.csv', 'runs/d/'];
  for (const key of foreign) bucket.place(key);
  await storage.put('runs/d/ours.txt', Buffer.from('x'));
  await storage.removeOlder('runs', new Date(Date.now() + 60_000));
  await storage.removeUnder('runs/d');
  expect(bucket.keys()).toEqual(expect.arrayContaining(foreign));
  expect(await storage.get('runs/d/ours.txt')).toBeUndefined();
});

it('says what a bucket answered that refuses', async () => {
  const storage = s3Storage({ ...bucket, secret: 'wrong' });
  await expect(storage.put('runs/a/x.txt', Buffer.from('x'))).rejects.toThrow(
    /answered PUT with 403/,
  );
});

it('leaves nothing in a folder of a file that could not be written', async () => {
  const taken = join(folder, 'taken');
  await mkdir(join(taken, 'runs/picture.jpg/in-the-way'), { recursive: true });
  await expect(folderStorage(taken).put('runs/picture.jpg', Buffer.from('x'))).rejects.toThrow();
  expect(await readdir(join(taken, 'runs'))).toEqual(['picture.jpg']);
});
