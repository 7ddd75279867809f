import type { StatusPage } from '@parley/contract';
import { CircleCheck, CirclePause, CircleQuestionMark, TriangleAlert } from 'lucide-react';

type Suites = StatusPage['suites'];

/**
 * Summarizes a status page in one line. It is only green if every suite was checked, because an unchecked suite may not work.
 */
export function StatusSummary({ suites }: { suites: Suites }) {
  if (suites.length === 0) return null;
  const { icon, text } = summarize(suites);
  return (
    <p role="status" className="mt-1 flex items-center gap-2 text-base text-ink [&>svg]:shrink-0">
      {icon}
      {text}
    </p>
  );
}

function summarize(suites: Suites) {
  const count = (...states: Suites[number]['state'][]) =>
    suites.filter(({ state }) => states.includes(state)).length;
  const of = (part: number) => `${part} of ${suites.length}`;
  const failing = count('down');
  const unchecked = count('unknown', 'stopped');
  const paused = count('paused');
  if (failing > 0)
    return {
      icon: <TriangleAlert className="size-5 text-failed" aria-hidden />,
      text: `${of(failing)} failing${unchecked > 0 ? `, ${unchecked} not being checked` : ''}`,
    };
  if (unchecked > 0)
    return {
      icon: <CircleQuestionMark className="size-5 text-error" aria-hidden />,
      text:
        unchecked === suites.length ? 'Not being checked' : `${of(unchecked)} not being checked`,
    };
  if (paused === suites.length)
    return {
      icon: <CirclePause className="size-5 text-ink-muted" aria-hidden />,
      text: 'Checks are paused',
    };
  return {
    icon: <CircleCheck className="size-5 text-passed" aria-hidden />,
    text: paused > 0 ? `No failures, ${paused} paused` : 'No failures',
  };
}
