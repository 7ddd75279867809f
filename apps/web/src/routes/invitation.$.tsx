import { createFileRoute } from '@tanstack/react-router';

/** Any path below /invitation shows the invitation page. */
export const Route = createFileRoute('/invitation/$')({});
