import { lazyPart } from '#/ui/lazy-part.ts';

/**
 * Lazily loaded schedule dialog for the menu of a suite. The routes pass it to the suite screens, so that those do not import
 * monitoring.
 */
export const ScheduleDialog = lazyPart(
  async () => (await import('./schedule-dialog.tsx')).ScheduleDialog,
);
