import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormDialog } from './form-dialog.tsx';
import { TextField } from './text-field.tsx';
import { useDraft } from './use-draft.ts';

const onSubmit = vi.fn();

/** A page with a dialog that asks for a name and refuses an empty one. */
function Page({ isBusy = false }: { isBusy?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Rename
      </button>
      {isOpen && <NameDialog isBusy={isBusy} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NameDialog({ isBusy, onClose }: { isBusy: boolean; onClose: () => void }) {
  const { draft, change, isDirty } = useDraft(() => ({ description: '', name: 'Cards' }));
  const [problem, setProblem] = useState<string>();
  return (
    <FormDialog
      title="Rename"
      submitLabel="Save"
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={() => {
        setProblem(draft.name === '' ? 'Enter a name.' : undefined);
        if (draft.name !== '') onSubmit(draft);
      }}
      onClose={onClose}
    >
      <TextField
        label="Description"
        value={draft.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <TextField
        label="Name"
        value={draft.name}
        error={problem}
        onChange={({ target }) => change({ name: target.value })}
      />
    </FormDialog>
  );
}

const dialog = () => screen.queryByRole('dialog');
const question = () => screen.queryByRole('alertdialog', { name: 'Discard changes?' });
const type = (name: string) =>
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressEscape = () => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });

async function open(page = <Page />) {
  render(page);
  screen.getByRole('button', { name: 'Rename' }).focus();
  press('Rename');
  await screen.findByRole('dialog');
}

beforeEach(() => onSubmit.mockReset());
afterEach(cleanup);

describe('a dialog with a form', () => {
  it.each([
    ['Escape', pressEscape],
    ['its Cancel button', () => press('Cancel')],
    ['its Close button', () => press('Close')],
  ])('closes by %s while nothing was changed, and gives the focus back', async (_, leave) => {
    await open();
    leave();
    await waitFor(() => expect(dialog()).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' })),
    );
  });

  it.each([
    ['Escape', pressEscape],
    ['its Cancel button', () => press('Cancel')],
    ['its Close button', () => press('Close')],
  ])('asks before it closes by %s with changes', async (_, leave) => {
    await open();
    type('Credit cards');
    leave();
    await waitFor(() => expect(question()).not.toBeNull());
    press('Keep editing');
    await waitFor(() => expect(question()).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Credit cards');
    leave();
    await waitFor(() => expect(question()).not.toBeNull());
    press('Discard');
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it('does not ask once what was changed is as it was', async () => {
    await open();
    type('Credit cards');
    type('Cards');
    press('Cancel');
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it('does not ask while it is being saved', async () => {
    await open(<Page isBusy />);
    type('Credit cards');
    press('Cancel');
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it('sends what it holds on Enter, and not twice', async () => {
    await open();
    type('Credit cards');
    fireEvent.submit(screen.getByLabelText('Name'));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ description: '', name: 'Credit cards' });
    cleanup();
    await open(<Page isBusy />);
    fireEvent.submit(screen.getByLabelText('Name'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('goes to the field with a mistake, which says what it is', async () => {
    await open();
    type('');
    press('Save');
    const name = screen.getByLabelText('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    const message = document.getElementById(name.getAttribute('aria-describedby') ?? '');
    expect(message?.textContent).toBe('Enter a name.');
    expect(message?.ariaLive ?? message?.getAttribute('aria-live')).toBe('polite');
    screen.getByLabelText('Description').focus();
    fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'About cards' } });
    expect(document.activeElement).toBe(screen.getByLabelText('Description'));
  });
});
