import { cx } from '#/ui/cx.ts';

const steps = [1, 2, 3] as const;

/** Progress dots of the sign-up: sign-in or sign-up, profile, verification. */
export function StepDots({ step }: { step: 1 | 2 | 3 }) {
  return (
    <div role="img" aria-label={`Step ${step} of 3`} className="flex justify-center gap-2 py-2">
      {steps.map((dot) => (
        <span
          key={dot}
          data-active={dot === step}
          className={cx(
            'h-1.5 rounded-full transition-all',
            dot === step ? 'w-6 bg-accent' : 'w-1.5 bg-line-control/60',
          )}
        />
      ))}
    </div>
  );
}
