import { createSuiteEditor, type SuiteEditorStore } from './suite-editor.store.ts';

/** An editor of a text that is stored as it is; all else about the suite is nobody's matter. */
export function openEditorForTests(source: string): SuiteEditorStore {
  const stored = {
    id: 's1',
    name: 'Hotline',
    description: '',
    projectId: 'p1',
    platform: 'webchat' as const,
    deviceId: null,
    testCount: 1,
    lastModified: '2026-01-01T00:00:00.000Z',
    isMonitoring: false,
    monitoringConfig: null,
    source,
    version: 1,
  };
  return createSuiteEditor({
    stored,
    drafts: { read: () => null, write: () => undefined, clear: () => undefined },
    now: () => 0,
    load: async () => stored,
    store: async () => stored,
  });
}
