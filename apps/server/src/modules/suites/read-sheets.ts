/**
 * Reads the sheets of a workbook as text. A few kilobytes of XML can ask for a billion rows or columns, in more ways than can
 * be checked, and a thread that runs out of memory can take its process with it. So each workbook is read by a separate process
 * with limited memory and time, one at a time.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createFairSemaphore } from '@parley/engine/fair-semaphore';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { WorkFor } from '../../platform/work-pool/work-pool.ts';
import { FileRefused } from './file-refused.ts';

interface SheetLimits {
  /** Workbooks with more rows are refused. */
  rowsMax: number;
  /** Further columns are ignored. */
  columnsMax: number;
}

const program = fileURLToPath(new URL('./print-sheets.ts', import.meta.url));

/** Node options of the process: enough heap for as many cells as the unpacked file can hold; the process takes about 200 MB. */
const heap = ['--max-old-space-size=64', '--max-semi-space-size=4'];
const printedMax = 16 * 1_048_576;
const timeoutMs = 4500;

const turns = createFairSemaphore(
  { atOnce: 1, atOncePerParty: 1, waitMs: 15_000 },
  () => new ApiError('unavailable', { message: 'Too many workbooks are being imported.' }),
);

/** Reads sheets by name. */
export async function readSheets(
  workbook: Uint8Array,
  { rowsMax, columnsMax }: SheetLimits,
  { organizationId, actor }: WorkFor,
): Promise<Map<string, string[][]>> {
  const leave = await turns.enter(organizationId, { member: actor?.userId });
  try {
    const args = [...heap, program, String(rowsMax), String(columnsMax)];
    const reading = promisify(execFile)(process.execPath, args, {
      // It needs nothing of what the server knows.
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: printedMax,
    });
    // It may be gone before it has read everything, which `reading` tells.
    reading.child.stdin?.on('error', () => undefined).end(workbook);
    const { stdout } = await reading;
    return new Map(JSON.parse(stdout));
  } catch (error) {
    // No process could be started, which says nothing about the file.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new FileRefused(
      'The file is damaged, not an Excel workbook (.xlsx), or much larger than a test suite.',
    );
  } finally {
    leave();
  }
}
