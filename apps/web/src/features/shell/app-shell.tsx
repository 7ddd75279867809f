import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { QuotaBanner } from '#/features/billing/quota-banner.tsx';
import { FeedbackPlace } from '#/features/feedback/feedback-place.tsx';
import { InsideShell } from '#/features/session/inside-shell.ts';
import { LoadingScreen } from '#/features/session/loading-screen.tsx';
import { followTheme } from '#/features/theme/theme-store.ts';
import { TourWatch } from '#/features/tours/tour-watch.tsx';
import { listeners } from '#/lib/api.ts';
import { outdateLists } from '#/lib/outdated-by.ts';
import { queryClient } from '#/lib/query-client.ts';
import { quiet } from '#/lib/quiet.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { loadSettings } from '#/lib/session/settings-store.ts';
import { useSignInAgain } from '#/lib/session/sign-in-again.ts';
import { lazyPart } from '#/ui/lazy-part.ts';
import { PopupPlace } from '#/ui/popup-place.ts';
import { Toaster } from '#/ui/toaster.tsx';
import { openWishedOrganization } from './organization/change-organization.ts';
import { PageTopBar } from './page-top-bar.tsx';
import { PalettePlace } from './palette/palette-place.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { isSidebarShortcut, toggleSidebar } from './sidebar/sidebar-state.ts';
import { TrialBanner } from './trial-banner.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** Listens for changes by others. It is loaded late; when it subscribes, it gets the changes from before. */
const OrganizationNews = lazy(async () => {
  await quiet;
  return { default: (await import('./organization-news.tsx')).OrganizationNews };
});

const SignInAgainDialog = lazyPart(
  async () => (await import('#/features/session/sign-in-again-dialog.tsx')).SignInAgainDialog,
);

listeners.changed = outdateLists;

interface AppShellProps {
  children?: ReactNode;
}

/** The frame around the pages of signed-in users. */
export function AppShell(props: AppShellProps) {
  // The first render takes by far the longest. Deferring it lets the browser handle clicks and keys in between.
  const isBegun = useDeferredValue(true, false);
  return isBegun ? <Shell {...props} /> : <LoadingScreen />;
}

function Shell({ children = <Outlet /> }: AppShellProps) {
  const popups = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  useEffect(followTheme, []);
  useEffect(() => void loadSettings(), []);
  useEffect(() => void openWishedOrganization(), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSidebarShortcut(event)) return;
      event.preventDefault();
      toggleSidebar();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  const isAsked = useSignInAgain(({ organization }) => organization !== null);
  // Users without an organization see the shell around the not-found page, without projects and tours.
  const hasOrganization = useOrgStore((state) => state.currentOrganization !== null);

  return (
    <QueryClientProvider client={queryClient}>
      <PopupPlace value={popups}>
        <a
          href="#content"
          className="sr-only rounded-md bg-raised px-3 py-2 font-medium text-accent-ink text-sm shadow-popup focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-50"
        >
          Skip to content
        </a>
        <div className="flex min-h-dvh">
          <Sidebar hasOrganization={hasOrganization} />
          <div className="flex min-w-0 flex-1 flex-col">
            <TrialBanner />
            {hasOrganization && <QuotaBanner />}
            <PageTopBar hasOrganization={hasOrganization} />
            <main
              ref={content}
              id="content"
              tabIndex={-1}
              className="min-w-0 flex-1 outline-none has-data-fills:flex has-data-fills:flex-col"
            >
              <InsideShell value={true}>{children}</InsideShell>
              <div ref={popups} />
            </main>
          </div>
        </div>
        <Suspense>{hasOrganization && <OrganizationNews />}</Suspense>
        {hasOrganization && <TourWatch />}
        {hasOrganization && <PalettePlace />}
        {isAsked && <SignInAgainDialog />}
        <FeedbackPlace />
        <Toaster />
      </PopupPlace>
    </QueryClientProvider>
  );
}
