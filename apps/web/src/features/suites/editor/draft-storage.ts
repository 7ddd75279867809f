import type { WordingOfTest } from '#/features/suites/accept-wording.ts';

/** Unsaved text of a suite, kept per tab, so that a reload or a crash loses nothing. */
interface Draft {
  source: string;
  /** Stored version on which the text is based. */
  version: number;
  /** Wordings that were accepted in the text. They are sent to the server when the text is saved. */
  accepted?: WordingOfTest[];
}

export interface DraftStorage {
  read(): Draft | null;
  write(draft: Draft): void;
  clear(): void;
}

/** Storage for one user's drafts. A tab can outlive a session, and users must not see the texts of others. */
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
        // The quota is full. The text stays in the page, and leaving it still asks for confirmation.
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
