import { createFileRoute, redirect } from '@tanstack/react-router';

/** Old address that existing links and the specification still use. */
export const Route = createFileRoute('/test-suites')({
  staticData: { trail: [{ label: 'Test Suites' }] },
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});
