import { Link } from '@tanstack/react-router';
import { AudioLines, ListChecks, MessageSquareText } from 'lucide-react';
import { productName } from '#/lib/brand.ts';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { usePageTitle } from '#/lib/page-title.ts';
import { buttonClass } from '#/ui/button.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { Logo } from '#/ui/logo.tsx';
import { HeroImage } from './hero-image.tsx';

const abilities = [
  {
    Icon: MessageSquareText,
    title: 'Write conversations',
    text: 'Messages and expected replies, in a format the whole team can read.',
  },
  {
    Icon: AudioLines,
    title: 'Run them for real',
    text: 'Against the same webchat bot, phone line or voice assistant that your customers use.',
  },
  {
    Icon: ListChecks,
    title: 'Know what broke',
    text: 'Every reply is checked, every run is stored, and a failure shows the turn where it started.',
  },
] as const;

/** Public page that introduces the product. */
export function InfoScreen() {
  usePageTitle('About');
  const installation = useInstallation();
  return (
    <div className="mx-auto flex min-h-dvh max-w-5xl flex-col gap-12 px-6 py-6">
      <header className="flex items-center justify-between">
        <Logo name={productName} />
        <Link to="/signin" className={buttonClass({ variant: 'primary' })}>
          Sign in
        </Link>
      </header>
      <main className="flex flex-1 flex-col justify-center gap-14">
        <div className="grid grid-cols-1 items-center gap-10 md:grid-cols-2">
          <div>
            <h1 className="text-balance font-semibold text-3xl">Every conversation, tested</h1>
            <p className="mt-3 max-w-prose text-ink-muted text-lg">
              {productName} is where teams test and monitor their webchat bots, phone lines and
              voice assistants, before and after their customers talk to them.
            </p>
          </div>
          <HeroImage />
        </div>
        <ul className="grid grid-cols-1 gap-8 sm:grid-cols-3">
          {abilities.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon className="size-5 text-accent-ink" aria-hidden />
              <h2 className="mt-3 font-semibold text-lg">{title}</h2>
              <p className="mt-1 text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer className="flex flex-wrap gap-x-6 gap-y-2 border-line border-t pt-5 text-sm">
        {installation && (
          <>
            <a href={mailLink(installation.supportEmail)} className={linkClass}>
              Contact support
            </a>
            <a href={installation.docsUrl} className={linkClass}>
              Read the docs
            </a>
          </>
        )}
      </footer>
    </div>
  );
}
