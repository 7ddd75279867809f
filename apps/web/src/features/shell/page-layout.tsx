import { Outlet } from '@tanstack/react-router';

/** Full-width layout, for pages with much content. */
export function FullLayout() {
  return (
    <div className="px-4 py-6 has-data-fills:flex has-data-fills:flex-1 has-data-fills:flex-col sm:px-6">
      <Outlet />
    </div>
  );
}

/** Layout with a centered column, for reading. Pages with several panes get a wider column. */
export function ContainedLayout() {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 has-data-wide:max-w-360 has-data-wide:py-5 sm:px-6">
      <Outlet />
    </div>
  );
}
