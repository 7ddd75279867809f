import type { ReactNode } from 'react';
import { productName } from '#/lib/brand.ts';
import { usePageTitle } from '#/lib/page-title.ts';
import { Logo } from '#/ui/logo.tsx';
import { Hero } from './hero.tsx';
import { SignOutFailure } from './sign-out-failure.tsx';
import { StepDots } from './step-dots.tsx';

interface AuthLayoutProps {
  /** Current step: 1 for sign-in and sign-up, 2 for the profile, 3 for verification. */
  step: 1 | 2 | 3;
  title: string;
  subtitle?: ReactNode;
  /** Shown below the form: a link to another page. */
  footnote?: ReactNode;
  children: ReactNode;
}

/** Layout of the pages for signing in and up: the form on one side, the product on the other. */
export function AuthLayout({ step, title, subtitle, footnote, children }: AuthLayoutProps) {
  usePageTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,5fr)_7fr]">
      <div className="flex flex-col bg-surface px-6 py-6 sm:px-10">
        <header>
          <Logo name={productName} />
        </header>
        <main className="mx-auto flex w-full max-w-88 flex-1 flex-col justify-center py-10">
          <h1 className="font-semibold text-2xl">{title}</h1>
          {subtitle && <div className="mt-1.5 text-ink-muted">{subtitle}</div>}
          <div className="mt-7">
            <SignOutFailure />
            {children}
          </div>
          {footnote && <p className="mt-6 text-ink-muted text-sm">{footnote}</p>}
        </main>
        <footer>
          <StepDots step={step} />
        </footer>
      </div>
      <Hero />
    </div>
  );
}
