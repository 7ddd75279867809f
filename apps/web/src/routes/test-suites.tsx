import { createFileRoute, redirect } from '@tanstack/react-router';

/** An address of old, still named by links and by the specification. */
export const Route = createFileRoute('/test-suites')({
  staticData: { trail: [{ label: 'Test Suites' }] },
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});
