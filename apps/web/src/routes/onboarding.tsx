import { createFileRoute } from '@tanstack/react-router';
import { OnboardingScreen } from '#/features/access/onboarding/onboarding-screen.tsx';
import { guarded } from '#/features/session/guarded.ts';

export const Route = createFileRoute('/onboarding')({
  ...guarded('onboarding'),
  component: OnboardingScreen,
});
