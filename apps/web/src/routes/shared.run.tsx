import { createFileRoute, useLocation } from '@tanstack/react-router';
import { SharedRunScreen } from '#/features/runs/shared-run-screen.tsx';

/** The page of a share link; its token is in the fragment, which no server sees. */
export const Route = createFileRoute('/shared/run')({ component: SharedRunPage });

function SharedRunPage() {
  return <SharedRunScreen token={useLocation({ select: ({ hash }) => hash })} />;
}
