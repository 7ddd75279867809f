import { createFileRoute, useLocation } from '@tanstack/react-router';
import { SharedRunScreen } from '#/features/runs/shared-run-screen.tsx';

/** The page of a share link. Its token is in the URL fragment, which browsers do not send to servers. */
export const Route = createFileRoute('/shared/run')({ component: SharedRunPage });

function SharedRunPage() {
  return <SharedRunScreen token={useLocation({ select: ({ hash }) => hash })} />;
}
