import type { ReactNode } from 'react';
import { productName } from '#/lib/brand.ts';
import { Card } from './card.tsx';
import { Logo } from './logo.tsx';

interface StandaloneCardProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** A single message in the middle of the page, with its actions. */
export function StandaloneCard({ icon, title, children, actions }: StandaloneCardProps) {
  return (
    <div className="flex min-h-dvh flex-col items-center gap-8 px-4 py-6">
      <header className="self-start sm:ml-4">
        <Logo name={productName} />
      </header>
      <main className="my-auto w-full max-w-md">
        <Card className="flex flex-col items-center px-8 py-10 text-center">
          <span className="flex size-10 items-center justify-center rounded-full bg-sunken text-ink-muted ring-1 ring-line [&>svg]:size-5">
            {icon}
          </span>
          <h1 className="mt-5 font-semibold text-xl">{title}</h1>
          <div className="mt-2 text-balance text-ink-muted">{children}</div>
          {actions && <div className="mt-7 flex flex-wrap justify-center gap-2">{actions}</div>}
        </Card>
      </main>
    </div>
  );
}
