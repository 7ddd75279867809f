import type { ResponseBody, runs } from '@parley/contract';
import { Alert } from '#/ui/alert.tsx';
import { linkClass } from '#/ui/link-class.ts';

type Problem = ResponseBody<typeof runs.getReadiness>['problems'][number];

/** Explains what a suite needs before it can run. Renders nothing if it is ready. */
export function ReadinessNotice({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  const isAboutPhone = problems.some(({ path = '' }) => phonePaths.has(path));
  return (
    <Alert
      title="This test suite cannot run yet"
      actions={
        isAboutPhone && (
          <a href="/docs/phone" target="_blank" rel="noreferrer" className={linkClass}>
            How to set up phone lines
          </a>
        )
      }
    >
      <ul className="flex flex-col gap-1">
        {problems.map(({ path, message, hint }) => (
          <li key={`${path} ${message}`}>
            <span className="text-ink">{message}</span> {hint}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const phonePaths = new Set(
  ['calls', 'trunk', 'speaking', 'understanding'].map((name) => `installation.${name}`),
);
