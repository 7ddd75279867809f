/** Parses a text. Runs in a process of the pool if the text is long, see parsed-suite.ts. */
import { parseSuite } from '@parley/suite';

export const parseText = (source: string): ReturnType<typeof parseSuite> => parseSuite(source);
