import type { Test } from '@parley/suite';
import { Play, Tags } from 'lucide-react';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Popover } from '#/ui/popover.tsx';
import { Select } from '#/ui/select.tsx';
import { dataToEdit } from './configuration-to-edit.ts';
import { rowOptions } from './data-rows-card.tsx';
import { canBeNamed, changeTest, renameTest, storedKeysOf } from './edit-suite.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { LiveText } from './live-text.tsx';
import { TemplateSetting, TextSetting } from './setting-fields.tsx';
import type { SuiteRunner } from './suite-runner.ts';

interface TestHeaderProps {
  index: number;
  test: Test;
  runner: SuiteRunner;
  onRun: () => void;
}

/** Name, tags, data row and description of the open test. */
export function TestHeader({ index, test, runner, onRun }: TestHeaderProps) {
  const editor = useEditorStore();
  const suite = useEditor((state) => state.suite);
  const rename = (name: string) =>
    editor
      .getState()
      .edit(
        (before) => renameTest(before, index, name, storedKeysOf(editor.getState().stored)),
        `name ${index}`,
      );
  return (
    <header className="flex flex-col gap-1">
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1">
          <LiveText
            label="Test name"
            value={test.name}
            onChange={rename}
            canBe={(name) => canBeNamed(suite, index, name)}
            refusal="Enter a unique name"
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className="field-sizing-content -mx-1.5 block w-full resize-none rounded-md px-1.5 py-0.5 font-semibold text-ink text-lg outline-none hover:bg-hover focus-visible:bg-surface focus-visible:ring-2 focus-visible:ring-accent-ink aria-invalid:ring-failed-solid"
          />
        </h2>
        <TestDetails index={index} test={test} />
        <Button
          size="sm"
          icon={<Play className="size-3.5" aria-hidden />}
          aria-disabled={runner.isRunning || runner.isStarting || undefined}
          onClick={onRun}
        >
          Run this test
        </Button>
      </div>
      {test.description && (
        <p className="max-w-prose whitespace-pre-wrap text-ink-muted text-sm">{test.description}</p>
      )}
      {test.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1">
          {test.tags.map((tag) => (
            <li key={tag} className="min-w-0 max-w-full">
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function TestDetails({ index, test }: Pick<TestHeaderProps, 'index' | 'test'>) {
  const editor = useEditorStore();
  const configuration = useEditor((state) => state.suite.configuration);
  const known = Object.keys(dataToEdit(configuration));
  // A missing row stays selected until the user selects another one.
  const rows = test.dataRow && !known.includes(test.dataRow) ? [...known, test.dataRow] : known;
  const change = (part: Partial<Test>, name: string) =>
    editor.getState().edit((before) => changeTest(before, index, part), `${name} ${index}`);
  return (
    <Popover
      title="Test details"
      align="end"
      className="flex w-80 flex-col gap-3 p-4"
      trigger={
        <IconButton
          size="sm"
          label="Tags, data row and description"
          icon={<Tags className="size-4" aria-hidden />}
        />
      }
    >
      <TextSetting
        label="Tags"
        placeholder="smoke, billing"
        hint="Separated by commas."
        value={test.tags.join(', ')}
        onChange={(text) => change({ tags: tagsOf(text ?? '') }, 'tags')}
      />
      {(rows.length > 0 || test.dataRow) && (
        <Select
          label="Data row"
          options={rowOptions(rows, 'Suite default')}
          value={test.dataRow ?? ''}
          onChange={(row) => change({ dataRow: row === '' ? undefined : row }, 'row')}
        />
      )}
      {(configuration.repeat || test.repeat) && (
        <Select
          label="Tries"
          options={triesOptions(test.repeat)}
          value={triesOf(test.repeat)}
          onChange={(tries) =>
            change({ repeat: tries === 'single' ? { maxTries: 1 } : undefined }, 'tries')
          }
        />
      )}
      <TemplateSetting
        label="Description"
        value={test.description}
        onChange={(description) => change({ description }, 'description')}
      />
    </Popover>
  );
}

type Tries = 'suite' | 'single' | 'own';

function triesOf(repeat: Test['repeat']): Tries {
  if (!repeat) return 'suite';
  return repeat.maxTries === 1 ? 'single' : 'own';
}

/** Options for the number of tries. A custom rule from the text is listed while it is selected. */
function triesOptions(repeat: Test['repeat']): { value: Tries; label: string }[] {
  return [
    { value: 'suite', label: 'As the suite says' },
    { value: 'single', label: 'A single try' },
    ...(triesOf(repeat) === 'own' ? [{ value: 'own' as const, label: 'A rule of its own' }] : []),
  ];
}

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
