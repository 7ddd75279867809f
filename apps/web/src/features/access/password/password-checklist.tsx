import { Circle, CircleCheck } from 'lucide-react';
import { cx } from '#/ui/cx.ts';
import { Progress } from '#/ui/progress.tsx';
import { passwordRules, rulesMet } from './password-rules.ts';

/** Shows which password rules are met, and a strength bar that grows with each rule. */
export function PasswordChecklist({ password }: { password: string }) {
  const met = rulesMet(password);
  const isComplete = met === passwordRules.length;
  return (
    <div className="flex flex-col gap-2.5">
      <Progress
        label="Password strength"
        value={met / passwordRules.length}
        valueText={`${met} of ${passwordRules.length} rules met`}
        tone={isComplete ? 'passed' : 'accent'}
      />
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 text-xs">
        {passwordRules.map((rule) => (
          <Rule key={rule.label} label={rule.label} isMet={rule.isMet(password)} />
        ))}
      </ul>
    </div>
  );
}

function Rule({ label, isMet }: { label: string; isMet: boolean }) {
  const Icon = isMet ? CircleCheck : Circle;
  return (
    <li className={cx('flex items-center gap-1.5', isMet ? 'text-ink' : 'text-ink-muted')}>
      <Icon
        className={cx('size-3.5 shrink-0', isMet ? 'text-passed' : 'text-ink-faint')}
        aria-hidden
      />
      {label}
      <span className="sr-only">{isMet ? ': met' : ': not met'}</span>
    </li>
  );
}
