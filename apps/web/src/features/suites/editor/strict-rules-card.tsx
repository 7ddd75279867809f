import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { lazyPart } from '#/ui/lazy-part.ts';
import { changeConfiguration } from './edit-suite.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import type { SuiteRunner } from './suite-runner.ts';

const StrictRulesDialog = lazyPart(
  async () => (await import('./strict-rules-dialog.tsx')).StrictRulesDialog,
);

/** Shows whether the suite uses the strict rules. If not, it offers to switch to them. */
export function StrictRulesCard({ renderNewlyFailing }: Pick<SuiteRunner, 'renderNewlyFailing'>) {
  const isStrict = useEditor(({ suite }) => suite.configuration.syntax === 2);
  const editor = useEditorStore();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Rules"
      actions={
        isStrict ? (
          <Badge tone="passed">Strict</Badge>
        ) : (
          <Button
            size="sm"
            icon={<ShieldCheck className="size-4" aria-hidden />}
            onClick={() => {
              editor.getState().settle();
              setIsOpen(true);
            }}
          >
            Preview strict rules
          </Button>
        )
      }
    >
      <p className="text-ink-muted text-sm">
        {isStrict
          ? 'Mistyped paths and keys, templates without a value and tests without an assertion fail instead of passing unnoticed (syntax: 2).'
          : 'This suite uses the lenient rules of version 1: checks that prove nothing pass and are only marked. Strict rules (syntax: 2) make them fail.'}
      </p>
      {isOpen && (
        <StrictRulesDialog
          renderNewlyFailing={renderNewlyFailing}
          onUse={() => {
            editor.getState().edit((suite) => changeConfiguration(suite, { syntax: 2 }));
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  );
}
