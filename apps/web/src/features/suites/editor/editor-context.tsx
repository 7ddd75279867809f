import { createContext, type ReactNode, use } from 'react';
import { useStore } from 'zustand';
import type {
  SuiteEditorActions,
  SuiteEditorState,
  SuiteEditorStore,
} from './suite-editor.store.ts';

const EditorContext = createContext<SuiteEditorStore | null>(null);

export function EditorProvider({
  store,
  children,
}: {
  store: SuiteEditorStore;
  children: ReactNode;
}) {
  return <EditorContext value={store}>{children}</EditorContext>;
}

/** The store of the open suite. For actions; it does not rerender. */
export function useEditorStore(): SuiteEditorStore {
  const store = use(EditorContext);
  if (!store) throw new Error('useEditor is called outside of an EditorProvider');
  return store;
}

export function useEditor<Part>(
  select: (state: SuiteEditorState & SuiteEditorActions) => Part,
): Part {
  return useStore(useEditorStore(), select);
}
