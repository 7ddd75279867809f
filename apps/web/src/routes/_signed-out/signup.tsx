import { createFileRoute } from '@tanstack/react-router';
import { SignUpScreen } from '#/features/access/sign-up/sign-up-screen.tsx';

export const Route = createFileRoute('/_signed-out/signup')({ component: SignUpScreen });
