import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { EditorProvider } from './editor-context.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { openEditorForTests } from './open-editor-for-tests.ts';

afterEach(cleanup);

function show(isMasked?: true) {
  const store = openEditorForTests('---\n- test: Greeting\n- hello: welcome\n');
  const { stored } = store.getState();
  store.setState({ stored: { ...stored, ...(isMasked && { isMasked }) } });
  render(
    <EditorProvider store={store}>
      <EditorNotices />
    </EditorProvider>,
  );
}

describe('a suite whose credentials are hidden', () => {
  it('says so above its text', () => {
    show(true);
    expect(screen.getByText('Credentials are hidden')).toBeDefined();
  });

  it('is told from one that shows them', () => {
    show();
    expect(screen.queryByText('Credentials are hidden')).toBeNull();
  });
});
