import { Outlet } from '@tanstack/react-router';

/** Pages for working: full width. */
export function FullLayout() {
  return (
    <div className="px-4 py-6 has-data-fills:flex has-data-fills:flex-1 has-data-fills:flex-col sm:px-6">
      <Outlet />
    </div>
  );
}

/** Pages for reading and deciding: a column in the middle. */
export function ContainedLayout() {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-6">
      <Outlet />
    </div>
  );
}
