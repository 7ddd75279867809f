import { createFileRoute } from '@tanstack/react-router';
import { TestMessageDialog } from '#/features/explorations/test-message-part.ts';
import { ScheduleDialog } from '#/features/monitoring/schedule-part.ts';
import { PickerDialog } from '#/features/pickers/picker-dialog-part.ts';
import { latestRunQuery } from '#/features/runs/runs.queries.ts';
import { useSuiteRunner } from '#/features/runs/use-suite-runner.tsx';
import { SuiteEditorScreen } from '#/features/suites/editor/suite-editor-screen.tsx';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { oneOf, ordinal, searchValues } from '#/lib/search-values.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/test-suite/$testSuiteId')({
  staticData: {
    trail: [
      { label: 'Projects', to: '/projects' },
      { lookup: 'suite-project' },
      { lookup: 'suite' },
    ],
  },
  validateSearch: searchValues({
    view: oneOf(['connection', 'yaml']),
    test: ordinal,
    block: ordinal,
  }),
  loader: ({ params }) => {
    const scope = readScope();
    if (!scope) return;
    void queryClient.prefetchQuery(suiteQuery(scope, params.testSuiteId));
    // The latest run is shown above the tests. Prefetching it keeps the tests from moving down later.
    void queryClient.prefetchQuery(latestRunQuery(scope, params.testSuiteId));
  },
  component: TestSuitePage,
});

function TestSuitePage() {
  const { testSuiteId } = Route.useParams();
  const { view = 'tests', test = 1, block } = Route.useSearch();
  const navigate = Route.useNavigate();
  const runner = useSuiteRunner(testSuiteId);
  return (
    <SuiteEditorScreen
      suiteId={testSuiteId}
      runner={runner}
      ScheduleDialog={ScheduleDialog}
      TestMessageDialog={TestMessageDialog}
      PagePicker={PickerDialog}
      place={{ view, test: test - 1, block: block === undefined ? undefined : block - 1 }}
      onPlaceChange={(place) =>
        void navigate({
          search: {
            view: place.view === 'tests' ? undefined : place.view,
            test: place.test === 0 ? undefined : place.test + 1,
            block: place.block === undefined ? undefined : place.block + 1,
          },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
