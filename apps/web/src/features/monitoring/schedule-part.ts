import { lazyPart } from '#/ui/lazy-part.ts';

/** Schedule dialog, opened from a suite's menu. The routes pass it to the suite screens, which do not import monitoring. */
export const ScheduleDialog = lazyPart(
  async () => (await import('./schedule-dialog.tsx')).ScheduleDialog,
);
