import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';

/** Redirects from `/` in every case. */
export const Route = createFileRoute('/')({ ...guarded('root') });
