import { unzipSync } from 'fflate';
import { FileRefused } from './file-refused.ts';

export interface ZipLimits {
  entriesMax: number;
  /** Maximum number of bytes of all unpacked files together. */
  bytesMax: number;
  isWanted(path: string): boolean;
}

/**
 * Unpacks the wanted files of a ZIP into memory; nothing is ever written under the names in it. The declared sizes are added up
 * before a file is unpacked, and a file that exceeds its declared size is cut off there, so no ZIP bomb exceeds the limit.
 */
export function unzipWithin(content: Uint8Array, limits: ZipLimits): Map<string, Uint8Array> {
  let entries = 0;
  let bytes = 0;
  const seen = new Set<string>();
  const unpacked = readZip(content, ({ name, originalSize }) => {
    entries += 1;
    if (entries > limits.entriesMax) throw new FileRefused('The zip contains too many files.');
    if (/(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[a-z]:/i.test(name)) {
      throw new FileRefused('The zip contains paths that point outside of it.');
    }
    if (!limits.isWanted(name)) return false;
    if (seen.has(name)) throw new FileRefused(`The zip contains ${name} twice.`);
    seen.add(name);
    bytes += originalSize;
    if (bytes > limits.bytesMax) throw new FileRefused('The file is too large when unpacked.');
    return true;
  });
  return new Map(Object.entries(unpacked));
}

function readZip(
  content: Uint8Array,
  filter: (file: { name: string; originalSize: number }) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(content, { filter });
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    throw new FileRefused('The file is damaged, encrypted or not a zip.');
  }
}
