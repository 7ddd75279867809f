import type { StoredSuite } from '@parley/contract';
import { createSuiteEditor, type SuiteEditorStore } from './suite-editor.store.ts';

/** A stored suite, for tests that only need its text. */
export function suiteForTests(source: string): StoredSuite {
  return {
    id: 's1',
    name: 'Hotline',
    description: '',
    projectId: 'p1',
    platform: 'webchat',
    deviceId: null,
    testCount: 1,
    lastModified: '2026-01-01T00:00:00.000Z',
    isMonitoring: false,
    monitoringConfig: null,
    source,
    version: 1,
  };
}

/** Opens an editor with a stored text. */
export function openEditorForTests(source: string): SuiteEditorStore {
  const stored = suiteForTests(source);
  return createSuiteEditor({
    stored,
    drafts: { read: () => null, write: () => undefined, clear: () => undefined },
    now: () => 0,
    load: async () => stored,
    store: async () => stored,
  });
}
