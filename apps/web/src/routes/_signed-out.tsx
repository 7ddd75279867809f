import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';

/** Pages for signing in and up: whoever is signed in is sent on by the rule for `/`. */
export const Route = createFileRoute('/_signed-out')({ ...guarded('signed-out') });
