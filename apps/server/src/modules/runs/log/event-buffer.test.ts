import type { RunEvent } from '@parley/suite';
import { expect, it } from 'vitest';
import { createEventBuffer } from './event-buffer.ts';

const megabyte = 1_048_576;

/** Creates an event whose content is irrelevant except for its size. */
const event = (characters: number) =>
  ({ type: 'step.finished', reply: { text: 'x'.repeat(characters) } }) as unknown as RunEvent;

const charactersOf = (events: RunEvent[]) => JSON.stringify(events).length;

it('writes batches that are bounded in size, and each event once', async () => {
  const written: RunEvent[][] = [];
  const buffer = createEventBuffer(async (events) => {
    written.push(events);
  });
  const added = Array.from({ length: 30 }, () => event(megabyte));
  await Promise.all(added.map((one) => buffer.add(one)));
  await buffer.flush();
  expect(written.flat()).toEqual(added);
  expect(Math.max(...written.map(charactersOf))).toBeLessThan(6 * megabyte);
});

it('writes an event that is larger than a batch by itself', async () => {
  const written: number[] = [];
  const buffer = createEventBuffer(async (events) => {
    written.push(events.length);
  });
  void buffer.add(event(9 * megabyte));
  void buffer.add(event(10));
  await buffer.flush();
  expect(written).toEqual([1, 1]);
});

it('makes callers wait while megabytes wait to be written', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const buffer = createEventBuffer(() => held);
  let added = 0;
  const adding = (async () => {
    for (; added < 100; added += 1) await buffer.add(event(megabyte));
  })();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(added).toBeLessThan(20);
  release();
  await adding;
  await buffer.flush();
});

it('writes many small events together', async () => {
  const written: number[] = [];
  const buffer = createEventBuffer(async (events) => {
    written.push(events.length);
  });
  await Promise.all(Array.from({ length: 500 }, () => buffer.add(event(100))));
  await buffer.flush();
  expect(written).toEqual([500]);
});
