import type { Problem } from '@parley/suite';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { useEditor } from './editor-context.tsx';
import { strictTextOf } from './strict-rules.ts';
import type { SuiteRunner } from './suite-runner.ts';

interface StrictRulesDialogProps extends Pick<SuiteRunner, 'renderNewlyFailing'> {
  onUse: () => void;
  onClose: () => void;
}

/** Shows what would fail with the strict rules, in the text and in the latest run. */
export function StrictRulesDialog(props: StrictRulesDialogProps) {
  const { onUse, onClose, renderNewlyFailing } = props;
  const source = useEditor((state) => state.source);
  const strict = strictTextOf(source);
  return (
    <FormDialog
      title="Strict rules"
      description="What would fail with syntax: 2. Nothing changes until you use it."
      widthPx={640}
      submitLabel="Use strict rules"
      isBusy={false}
      isDirty={false}
      onSubmit={onUse}
      onClose={onClose}
    >
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-ink text-sm">In the text</h3>
        <TextProblems problems={strict.problems} />
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-ink text-sm">In the latest run</h3>
        {strict.isRunnable ? (
          renderNewlyFailing(source, strict.source)
        ) : (
          <p className="text-ink-muted text-sm">Fix the errors in the text first.</p>
        )}
      </section>
    </FormDialog>
  );
}

function TextProblems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) {
    return <p className="text-ink-muted text-sm">No new errors in the text.</p>;
  }
  return (
    <ul className="flex flex-col gap-1 text-ink text-sm">
      {problems.map(({ line, column, message }) => (
        <li key={`${line}:${column} ${message}`} className="break-words">
          Line {line}: {message}
        </li>
      ))}
    </ul>
  );
}
