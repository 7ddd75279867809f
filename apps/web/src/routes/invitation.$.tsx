import { createFileRoute } from '@tanstack/react-router';

/** Any path below /invitation shows the same page. */
export const Route = createFileRoute('/invitation/$')({});
