import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';

/** Always redirects: the guard of `/` never lets anyone stay. */
export const Route = createFileRoute('/')({ ...guarded('root') });
