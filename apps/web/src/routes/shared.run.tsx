import { createFileRoute, useLocation } from '@tanstack/react-router';
import { SharedRunScreen } from '#/features/runs/shared-run-screen.tsx';

/** The page behind a link to a run; its token stands behind the #, which no server sees. */
export const Route = createFileRoute('/shared/run')({ component: SharedRunPage });

function SharedRunPage() {
  return <SharedRunScreen token={useLocation({ select: ({ hash }) => hash })} />;
}
