import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DataRowsCard } from './data-rows-card.tsx';
import { changeConfiguration, changeInteractions, replaceAt } from './edit-suite.ts';
import { EditorProvider, useEditor, useEditorStore } from './editor-context.tsx';
import { InputField } from './input-field.tsx';
import { openEditorForTests } from './open-editor-for-tests.ts';
import { StepDetailsDialog } from './step-details-dialog.tsx';
import { TestHeader } from './test-header.tsx';
import { useTestSelection } from './use-test-selection.ts';

afterEach(cleanup);

function show(source: string, children: ReactNode) {
  const store = openEditorForTests(source);
  render(<EditorProvider store={store}>{children}</EditorProvider>);
  const pause = () => act(() => store.getState().settle());
  return {
    text: () => store.getState().source,
    pause,
    undo: () => act(() => store.getState().undo()),
    redo: () => act(() => store.getState().redo()),
    /** Enters the values one by one, and pauses after each until the text of the suite is written and parsed again. */
    type(field: HTMLElement, typed: string[]) {
      fireEvent.focus(field);
      for (const value of typed) {
        fireEvent.change(field, { target: { value } });
        pause();
        expect((field as HTMLInputElement).value).toBe(value);
      }
    },
  };
}

/** Provides the first step of the first test, and a function that edits it. */
function useFirstStep() {
  const step = useEditor(({ suite }) => suite.tests[0]?.interactions[0]);
  const editor = useEditorStore();
  if (!step) throw new Error('The suite has no step');
  const change = (part: Partial<typeof step>, name?: string) =>
    editor
      .getState()
      .edit(
        (suite) =>
          changeInteractions(suite, 0, (old) => replaceAt(old, 0, (one) => ({ ...one, ...part }))),
        name,
      );
  return { step, change };
}

function Details() {
  const { step, change } = useFirstStep();
  return (
    <StepDetailsDialog
      isOpen
      onOpenChange={() => undefined}
      stepNumber={1}
      interaction={step}
      steps={[step]}
      onChange={change}
    />
  );
}

function Said() {
  const { step, change } = useFirstStep();
  return (
    <InputField
      input={step.input}
      platform="phone"
      stepNumber={1}
      onChange={(input, name) => change({ input }, name)}
      onEnter={() => undefined}
    />
  );
}

function DataRows() {
  const configuration = useEditor(({ suite }) => suite.configuration);
  const editor = useEditorStore();
  return (
    <DataRowsCard
      configuration={configuration}
      onChange={(change, name) =>
        editor.getState().edit((suite) => changeConfiguration(suite, change), name)
      }
    />
  );
}

function Header() {
  const test = useEditor(({ suite }) => suite.tests[0]);
  if (!test) throw new Error('The suite has no test');
  const runner = {
    start: async () => true,
    isStarting: false,
    isRunning: false,
    bar: null,
    resultOf: () => undefined,
    notice: null,
    ofDevice: undefined,
    environment: undefined,
    lastEnvironment: '',
    renderStep: () => null,
    renderNewlyFailing: () => null,
  };
  return <TestHeader index={0} test={test} runner={runner} onRun={() => undefined} />;
}

function Selection() {
  const { selected, remove, move } = useTestSelection(7, (index) =>
    screen.getByRole('status').append(String(index)),
  );
  return (
    <>
      <p>{selected} is open</p>
      <button type="button" onClick={() => remove(0)}>
        Remove the first
      </button>
      <button type="button" onClick={() => move(1, 0)}>
        Move the open one up
      </button>
      <output />
    </>
  );
}

const stepWith = (step: string) => `- test: A\n- ${step}\n`;

describe('a field that is typed in with pauses', () => {
  it('takes settings of a step that begin as another number', () => {
    const source = stepWith('hi:\n  - set replyTimeout: 5');
    const { text, type } = show(source, <Details />);
    type(screen.getByLabelText('Value 1'), ['0', '0.', '0.0', '0.05']);
    expect(text()).toContain('set replyTimeout: 0.05');
    type(screen.getByLabelText('Value 1'), ['[1]', '[1, 2]']);
    expect(text()).toContain('[1,2]');
  });

  it('keeps the space within a label', () => {
    const { text, type } = show(stepWith('hi:\n  - label: a'), <Details />);
    type(screen.getByLabelText('Label'), ['main', 'main ', 'main menu']);
    expect(text()).toContain('label: main menu');
  });

  it('renames the row of data whose name becomes a number', () => {
    const source = 'configuration:\n  data:\n    gold: { a: x }\n    basic: { a: y }\n';
    const { text, type } = show(source, <DataRows />);
    const [, name] = screen.getAllByLabelText('Row name');
    type(name as HTMLElement, ['2', '20', '20 plus']);
    expect(text()).toContain('20 plus:\n      a: y');
    expect(text()).toContain('gold:\n      a: x');
  });

  it.each([
    ['$PAUSE 2', 'pause in seconds', ['', '0', '0.5'], '$PAUSE 0.5'],
    ['$PAUSE 2', 'pause in seconds', ['-5', '1e-7'], '$PAUSE 2'],
    ['$12', 'keys to press', ['', '3'], '$3'],
  ])('takes for %s as %s %j: %s', (step, field, typed, wanted) => {
    const { text, type } = show(stepWith(step), <Said />);
    type(screen.getByLabelText(`Step 1: ${field}`), typed);
    expect(text()).toBe(stepWith(wanted));
  });
});

describe('a message', () => {
  it.each([
    ['is left as it was, where it looks like a command', '"\\\\$100"', [], '"\\\\$100"'],
    ['is left as it was, where it is so again', '"\\\\$100"', ['$10', '$100'], '"\\\\$100"'],
    ['becomes the command that was typed', 'hi', ['$', '$5'], '$5'],
    ['is the text that was typed behind a backslash', 'hi', ['\\', '\\$', '\\$5'], '"\\\\$5"'],
    ['keeps a backslash that means nothing', 'hi', ['\\o/'], '"\\\\o/"'],
  ])('%s', (_, step, typed, wanted) => {
    const { text, type, pause } = show(stepWith(step), <Said />);
    const field = screen.getByLabelText('Step 1: say');
    type(field, typed);
    fireEvent.blur(field);
    pause();
    expect(text()).toBe(stepWith(wanted));
  });

  it('is shown without the backslash once it is left', () => {
    const { type } = show(stepWith('hi'), <Said />);
    const field = screen.getByLabelText('Step 1: say') as HTMLTextAreaElement;
    type(field, ['\\$5']);
    fireEvent.blur(field);
    expect(field.value).toBe('$5');
  });
});

describe('names and values that nobody would type', () => {
  const textsIn = (label: RegExp) =>
    screen.getAllByLabelText(label).map((field) => (field as HTMLInputElement).value);

  it.each(['0.80', '1.0', '12345678901234567890', '"[1, 2]"', '"5"', '"null"'])(
    'are shown and stay as they are when the setting beside them is edited: %s',
    (value) => {
      const source = stepWith(`hi:\n  - set a: ${value}\n  - set b: 1`);
      const { text, type } = show(source, <Details />);
      expect(textsIn(/^Value/)).toEqual([value.replaceAll('"', ''), '1']);
      type(screen.getByLabelText('Value 2'), ['12', '12.5']);
      type(screen.getByLabelText('Setting 1'), ['ac']);
      expect(text()).toBe(stepWith(`hi:\n  - set ac: ${value}\n  - set b: 12.5`));
    },
  );

  it('are kept with all their digits where they are typed', () => {
    const { text, type } = show(stepWith('hi:\n  - set a: 1'), <Details />);
    type(screen.getByLabelText('Value 1'), ['12345678901234567890']);
    expect(text()).toContain('set a: 12345678901234567890\n');
  });

  it('are shown and stay in a row of data whose other values are edited', () => {
    const source =
      'configuration:\n  data:\n    gold:\n      "": x\n      " city": y\n      a: z\n';
    const { text, type } = show(source, <DataRows />);
    expect(textsIn(/^name/)).toEqual(['', ' city', 'a']);
    type(screen.getByLabelText('Value 3'), ['zz']);
    expect(text()).toBe(source.replace('a: z', 'a: zz'));
  });

  it('are shown anew when an edit is taken back and made again', () => {
    const { type, undo, redo } = show(stepWith('hi:\n  - set a: 1'), <Details />);
    type(screen.getByLabelText('Value 1'), ['2.0']);
    undo();
    expect(textsIn(/^Value/)).toEqual(['1']);
    redo();
    expect(textsIn(/^Value/)).toEqual(['2']);
  });
});

describe('a name that is left as it cannot be', () => {
  const tests = '- test: Order\n- hi: yes\n---\n- test: Billing\n- hi: yes\n';
  const rows = 'configuration:\n  data:\n    gold:\n      a: x\n    basic:\n      a: y\n';

  it.each([
    ['of a test: that of another', tests, Header, 'Test name', ['Billin', 'Billing']],
    ['of a test: none', tests, Header, 'Test name', ['O', '']],
    ['of a row: that of another', rows, DataRows, 'Row name', ['basi', 'basic']],
    ['of a row: none', rows, DataRows, 'Row name', ['g', '']],
  ])('is shown as wrong and is the one before again, %s', (_, source, Fields, label, typed) => {
    const { text, type, pause } = show(source, <Fields />);
    const field = screen.getAllByLabelText(label)[0] as HTMLInputElement;
    type(field, typed);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    fireEvent.blur(field);
    pause();
    expect(text()).toBe(source);
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });
});

describe('a name that another row of values has', () => {
  const source = 'configuration:\n  data:\n    gold:\n      locale: de\n      city: Bonn\n';
  const marked = () => screen.queryAllByLabelText(/^name/, { selector: '[aria-invalid=true]' });

  it('is shown as wrong, and leaves the other its value', () => {
    const { text, type, pause } = show(source, <DataRows />);
    fireEvent.click(screen.getByText('Add value'));
    type(screen.getByLabelText('name 3'), ['local', 'locale ']);
    type(screen.getByLabelText('Value 3'), ['en']);
    expect(marked()).toEqual([screen.getByLabelText('name 3')]);
    expect(screen.getByText('This name is already used')).toBeTruthy();
    expect(text()).toBe(source);
    type(screen.getByLabelText('name 3'), ['locale 2']);
    pause();
    expect(marked()).toEqual([]);
    expect(text()).toBe(`${source}      locale 2: en\n`);
  });

  it('stays that of the one that had it, where one above takes it', () => {
    const used = `${source}---\n${stepWith('hi {{locale}}')}`;
    const { text, type } = show(used, <DataRows />);
    const field = screen.getByLabelText('name 1');
    type(field, ['cit', 'city']);
    fireEvent.blur(field);
    expect(marked()).toEqual([field]);
    expect(text()).toBe(used.replace('      locale: de\n', ''));
    expect(screen.queryByText(/still used/)).toBeNull();
    type(field, ['city 2']);
    expect(marked()).toEqual([]);
    expect(text()).toBe(used.replace('locale:', 'city 2:'));
  });
});

describe('the choice of a test that is gone', () => {
  const twoTests = '- test: A\n- hi: yes\n---\n- test: B\n- hi: yes\n';

  it.each([
    ['Remove the first', '0'],
    ['Move the open one up', '0'],
  ])('is the last one: %s', (button, place) => {
    show(twoTests, <Selection />);
    expect(screen.getByText('1 is open')).toBeDefined();
    fireEvent.click(screen.getByText(button));
    expect(screen.getByRole('status').textContent).toBe(place);
  });
});
