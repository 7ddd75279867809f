import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';

/** Pages for signing in and up; signed-in users are redirected by the rule for `/`. */
export const Route = createFileRoute('/_signed-out')({ ...guarded('signed-out') });
