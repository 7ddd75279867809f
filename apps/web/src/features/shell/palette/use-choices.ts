import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstallation } from '#/lib/installation.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { useSingleKeysSetting } from '#/lib/single-keys.ts';
import { useDebounced } from '#/ui/use-debounced.ts';
import type { Choice, ChoiceGroup } from './choice.ts';
import { foundGroups } from './found-choices.ts';
import { localGroups } from './local-choices.ts';
import { rankName, wordsOf } from './rank-name.ts';
import { readRecent } from './recent-choices.ts';
import { namesQuery } from './search.queries.ts';

/** Milliseconds between the last key and the request. */
const askAfterMs = 100;

/** Maximum length of a search text on the server. */
const textLengthMax = 200;

interface Choices {
  groups: ChoiceGroup[];
  /** True until the server has responded to this text. */
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/** Choices that match the text. Without a text: recent choices, and those that need no request. */
export function useChoices(text: string): Choices {
  const scope = useScope();
  const user = useAuthStore((state) => state.user);
  const installation = useInstallation();
  const hasSingleKeys = useSingleKeysSetting();
  const wanted = text.trim().slice(0, textLengthMax);
  const asked = useDebounced(wanted, askAfterMs);
  const query = useQuery(namesQuery(scope, asked));
  const local = useMemo(
    () => localGroups({ user, installation, hasSingleKeys }),
    [user, installation, hasSingleKeys],
  );
  const recent = useMemo(
    () =>
      readRecent(
        scope,
        local.flatMap(({ choices }) => choices),
      ),
    [scope, local],
  );
  const isAnswered = asked === wanted && !query.isPlaceholderData && !query.isFetching;
  const groups = useMemo(() => {
    if (wanted === '')
      return [{ title: 'Recent', choices: recent }, ...withoutRecent(local, recent)];
    return fitting([...(query.data ? foundGroups(query.data) : []), ...local], wordsOf(wanted));
  }, [wanted, recent, local, query.data]);
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    isLoading: wanted !== '' && !isAnswered,
    error: wanted !== '' && isAnswered ? query.error : null,
    retry: () => void query.refetch(),
  };
}

const withoutRecent = (groups: ChoiceGroup[], recent: Choice[]): ChoiceGroup[] =>
  groups.map(({ title, choices }) => ({
    title,
    choices: choices.filter(({ key }) => recent.every((choice) => choice.key !== key)),
  }));

/**
 * Sorts the choices in each group by rank, and the groups by their best choice. Drops choices that do not match, because they
 * can be results for an earlier text.
 */
function fitting(groups: ChoiceGroup[], words: string[]): ChoiceGroup[] {
  return groups
    .map(({ title, choices }) => {
      const ranked = choices.flatMap((choice) => {
        const rank = rankName(choice.searched ?? choice.name, words);
        return rank === undefined ? [] : { choice, rank };
      });
      // Runs stay sorted by time.
      if (title !== 'Recent runs') ranked.sort((a, b) => a.rank - b.rank);
      return {
        title,
        choices: ranked.map(({ choice }) => choice),
        best: Math.min(...ranked.map(({ rank }) => rank)),
      };
    })
    .sort((a, b) => a.best - b.best);
}
