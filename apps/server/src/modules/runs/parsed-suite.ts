import { parseSuite } from '@parley/suite';

type ParsedSuite = ReturnType<typeof parseSuite>;

/** Characters of the texts that are kept. */
const keptLengthMax = 2 * 1024 * 1024;

/** By its text; the one used last stands last. */
const kept = new Map<string, ParsedSuite>();
let keptLength = 0;

/**
 * Reads a suite that is to run. The same text is read when its run is queued and when it is carried
 * out, and again with every run of a monitor, so the latest are kept. Nobody may change them.
 */
export function parsedSuite(source: string): ParsedSuite {
  const parsed = kept.get(source) ?? parseSuite(source);
  if (!kept.delete(source)) keptLength += source.length;
  kept.set(source, parsed);
  for (const oldest of kept.keys()) {
    if (keptLength <= keptLengthMax) break;
    kept.delete(oldest);
    keptLength -= oldest.length;
  }
  return parsed;
}
