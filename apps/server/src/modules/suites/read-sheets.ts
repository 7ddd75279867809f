/**
 * Reads the sheets of a workbook as text. A few kilobytes of XML can declare a billion rows or columns, in more ways than can
 * be checked, and a thread that runs out of memory can take down its process. So each workbook is read by a separate process
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
  /** Columns beyond this are ignored. */
  columnsMax: number;
}

const program = fileURLToPath(new URL('./print-sheets.ts', import.meta.url));

/**
 * Node options of the process: enough heap for as many cells as the unpacked file can contain. In total, the process uses about
 * 200 MB.
 */
const heap = ['--max-old-space-size=64', '--max-semi-space-size=4'];
const printedMax = 16 * 1_048_576;
const timeoutMs = 4500;

const turns = createFairSemaphore(
  { atOnce: 1, atOncePerParty: 1, waitMs: 15_000 },
  () => new ApiError('unavailable', { message: 'Too many workbooks are being imported.' }),
);

/**
 * Reads the cells of each sheet, by the name of the sheet.
 *
 * @throws FileRefused if the file cannot be read within the limits
 */
export async function readSheets(
  workbook: Uint8Array,
  { rowsMax, columnsMax }: SheetLimits,
  { organizationId, actor }: WorkFor,
): Promise<Map<string, string[][]>> {
  const leave = await turns.enter(organizationId, { member: actor?.userId });
  try {
    const args = [...heap, program, String(rowsMax), String(columnsMax)];
    const reading = promisify(execFile)(process.execPath, args, {
      // The process must not inherit the server's environment.
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: printedMax,
    });
    // The process can exit before it has read everything; `reading` then rejects.
    reading.child.stdin?.on('error', () => undefined).end(workbook);
    const { stdout } = await reading;
    return new Map(JSON.parse(stdout));
  } catch (error) {
    // The process could not be started, which says nothing about the file.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new FileRefused(
      'The file is damaged, not an Excel workbook (.xlsx), or much larger than a test suite.',
    );
  } finally {
    leave();
  }
}
