import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';

/** The rule for `/` always redirects. */
export const Route = createFileRoute('/')({ ...guarded('root') });
