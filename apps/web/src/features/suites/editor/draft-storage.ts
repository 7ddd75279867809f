import type { WordingOfTest } from '#/features/suites/accept-wording.ts';

/** Unsaved text of a suite, kept for this tab so that a reload or a crash loses nothing. */
interface Draft {
  source: string;
  /** The stored version that the text started from. */
  version: number;
  /** Wordings accepted in the text, which are sent to the server with it. */
  accepted?: WordingOfTest[];
}

export interface DraftStorage {
  read(): Draft | null;
  write(draft: Draft): void;
  clear(): void;
}

/** Storage of one user's drafts: a tab outlives the session, and no user may see another's text. */
export function draftStorage(
  { userId, suiteId }: { userId: string; suiteId: string },
  storage: Storage = sessionStorage,
): DraftStorage {
  const key = `parley-suite-draft:${userId}:${suiteId}`;
  return {
    read() {
      try {
        const draft: unknown = JSON.parse(storage.getItem(key) ?? 'null');
        return isDraft(draft) ? draft : null;
      } catch {
        return null;
      }
    },
    write(draft) {
      try {
        storage.setItem(key, JSON.stringify(draft));
      } catch {
        // The quota is full: the text stays in the page, and the leave guard still asks.
      }
    },
    clear: () => storage.removeItem(key),
  };
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'version' in value &&
    typeof value.version === 'number' &&
    (!('accepted' in value) || Array.isArray(value.accepted))
  );
}
