import readWorkbook from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { type Cell, workbookOf } from './workbook-of.ts';

async function* pagesOf(...pages: Cell[][][]) {
  yield* pages;
}

async function bytesOf(table: AsyncIterable<Cell[][]>, head = ['name', 'count']) {
  const parts: Uint8Array[] = [];
  for await (const part of workbookOf('Runs', head, table)) parts.push(part);
  return Buffer.concat(parts);
}

async function sheetsOf(table: AsyncIterable<Cell[][]>, head?: string[]) {
  const bytes = new Uint8Array(await bytesOf(table, head));
  return readWorkbook(bytes.buffer as ArrayBuffer, { trim: false });
}

describe('a workbook', () => {
  it('has a sheet with the head and the rows of every page', async () => {
    const sheets = await sheetsOf(pagesOf([['a', 1]], [], [['b', null]]));
    expect(sheets).toEqual([
      {
        sheet: 'Runs',
        data: [
          ['name', 'count'],
          ['a', 1],
          ['b', null],
        ],
      },
    ]);
  });

  it('has only a head without rows', async () => {
    expect((await sheetsOf(pagesOf()))[0]?.data ?? []).toEqual([['name', 'count']]);
  });

  it.each(['=1+1', '+1', '-1', '@a', "|cmd'", '＝1', '\t=1', '<f>1</f>', 'a & "b"', ' x ', '1e5'])(
    'holds %j as text',
    async (text) => {
      const [sheet] = await sheetsOf(pagesOf([[text, 1]]));
      expect(sheet?.data[1]?.[0]).toBe(text);
    },
  );

  it('holds times as times, to the second and before leap days', async () => {
    const times = [
      '2026-11-30T09:05:07.000Z',
      '2024-02-29T23:59:59.000Z',
      '2000-01-01T00:00:00.000Z',
    ];
    const [sheet] = await sheetsOf(pagesOf(times.map((time) => [new Date(time), null])));
    expect(sheet?.data.slice(1).map(([time]) => time)).toEqual(times.map((time) => new Date(time)));
  });

  it('accepts characters invalid in XML, and text longer than a cell', async () => {
    const [sheet] = await sheetsOf(
      pagesOf([
        ['a\u0000b\ud800', 1],
        ['x'.repeat(40_000), 2],
      ]),
    );
    expect(sheet?.data[1]?.[0]).toBe('a\ufffdb\ufffd');
    expect(sheet?.data[2]?.[0]).toHaveLength(32_767);
  });

  it('names columns beyond Z', async () => {
    const wide = Array.from({ length: 30 }, (_, index) => `c${index}`);
    const [sheet] = await sheetsOf(pagesOf([wide]), wide);
    expect(sheet?.data[1]).toEqual(wide);
  });

  it('is written while the rows arrive, and is never held completely', async () => {
    let pulled = 0;
    async function* endless() {
      for (; pulled < 50; pulled += 1)
        yield Array.from({ length: 1000 }, (_, row) => [`${pulled} ${row} ${Math.random()}`, row]);
    }
    const parts = workbookOf('Runs', ['name', 'count'], endless());
    let bytes = 0;
    while (bytes < 50_000) bytes += (await parts.next()).value?.length ?? 0;
    expect(pulled).toBeLessThan(20);
    await parts.return(undefined);
  });
});
