import { useAuthStore } from '#/lib/session/auth-store.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { SignedInAs } from '../signed-in-as.tsx';
import { OnboardingForm } from './onboarding-form.tsx';

export function OnboardingScreen() {
  const user = useAuthStore((state) => state.user);
  return (
    <AuthLayout
      step={2}
      title="Complete your profile"
      subtitle="Your workspace is created for your company. If a colleague invited you, open the link in their email instead."
    >
      <OnboardingForm />
      {user && <SignedInAs email={user.email} />}
    </AuthLayout>
  );
}
