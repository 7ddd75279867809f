import { createFileRoute } from '@tanstack/react-router';
import { InfoScreen } from '#/features/access/info-screen.tsx';

export const Route = createFileRoute('/info')({ component: InfoScreen });
