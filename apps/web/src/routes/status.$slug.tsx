import { createFileRoute } from '@tanstack/react-router';
import { StatusPageScreen } from '#/features/monitoring/status-page-screen.tsx';

/** The status page of an organization. Anyone can open it if it is public. */
export const Route = createFileRoute('/status/$slug')({ component: StatusRoute });

function StatusRoute() {
  const { slug } = Route.useParams();
  return <StatusPageScreen slug={slug} />;
}
