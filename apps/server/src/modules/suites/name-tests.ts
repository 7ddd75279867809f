import type { Platform } from '../../platform/platform.ts';
import { parsedSuite, readBeforehand } from './parsed-suite.ts';
import { namesOf, tagsOf } from './read-source.ts';
import { keepTestNames, listUnnamedTests } from './suites.queries.ts';

/** Number of texts to read per step; each has up to 1 MiB. */
const suitesPerStep = 20;

type Reading = Pick<Platform, 'db' | 'pool' | 'log'>;

/**
 * Stores the test names and tags of suites that an earlier release wrote, so that searches find them. A suite that cannot be
 * read is retried the next time.
 */
export async function nameTests({ db, pool, log }: Reading, signal: AbortSignal): Promise<void> {
  let last: string | undefined;
  do {
    const some = await listUnnamedTests(db, last, suitesPerStep);
    for (const suite of some) {
      if (signal.aborted) return;
      const { id, organizationId, source } = suite;
      try {
        await readBeforehand(pool, { organizationId }, source);
        const parsed = parsedSuite(source).suite;
        await keepTestNames(db, suite, {
          testNames: namesOf(parsed.tests),
          testTags: tagsOf(parsed),
        });
      } catch (error) {
        log.warn({ err: error, suiteId: id }, 'Tests of a suite could not be named');
      }
    }
    last = some.length < suitesPerStep ? undefined : some.at(-1)?.id;
  } while (last);
}
