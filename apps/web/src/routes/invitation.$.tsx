import { createFileRoute } from '@tanstack/react-router';

/** Below /invitation the page is the same. */
export const Route = createFileRoute('/invitation/$')({});
