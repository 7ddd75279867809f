import { lazyPart } from '#/ui/lazy-part.ts';

/** The dialog that a suite's menu opens; the routes give it to the screens of suites, which know no monitoring. */
export const ScheduleDialog = lazyPart(
  async () => (await import('./schedule-dialog.tsx')).ScheduleDialog,
);
