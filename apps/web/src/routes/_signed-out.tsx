import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';

/** Pages for signing in and up. Signed-in users are redirected as from `/`. */
export const Route = createFileRoute('/_signed-out')({ ...guarded('signed-out') });
