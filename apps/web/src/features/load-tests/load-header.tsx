import type { LoadTest } from '@parley/contract';
import type { ReactNode } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { printDuration } from './duration-text.ts';
import { LoadStatus } from './load-status.tsx';
import { profileInWords } from './profile-in-words.ts';

/** Header for the live page and the results page of a load test. */
export function LoadHeader({ test, actions }: { test: LoadTest; actions: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words font-semibold text-ink text-xl">{test.name}</h1>
          <LoadStatus test={test} />
        </div>
        <p className="mt-1 text-ink-muted text-sm">
          {profileInWords(test.profile)}, {printDuration(test.thinkTimeMs / 1000)} think time ·{' '}
          <bdi>{test.suiteName}</bdi> ·{' '}
          {test.environment && (
            <>
              <bdi>{test.environment}</bdi>
              {test.environmentVersion !== null && ` (version ${test.environmentVersion})`} ·{' '}
            </>
          )}
          <span className="break-words">{test.targetHost}</span> ·{' '}
          <time dateTime={test.createdAt} className="whitespace-nowrap">
            {formatDateTime(test.createdAt)}
          </time>
          {test.startedBy && (
            <>
              {' · '}
              <bdi>{test.startedBy}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </header>
  );
}
