import { BookOpen, ChevronRight, ExternalLink, MessageSquareHeart, Milestone } from 'lucide-react';
import type { ReactElement } from 'react';
import { openFeedback } from '#/features/feedback/feedback-store.ts';
import { ToursMenu } from '#/features/tours/tours-menu.tsx';
import { useInstallation } from '#/lib/installation.ts';
import { sidebarItemClass } from '#/ui/sidebar-item-class.ts';
import { Tooltip } from '#/ui/tooltip.tsx';

interface HelpGroupProps {
  isCollapsed: boolean;
  hasOrganization: boolean;
  onNavigate?: () => void;
}

export function HelpGroup({ isCollapsed, hasOrganization, onNavigate }: HelpGroupProps) {
  const installation = useInstallation();
  const label = isCollapsed ? 'sr-only' : 'min-w-0 flex-1 truncate text-left';
  const item = sidebarItemClass(isCollapsed);
  const named = (text: string, control: ReactElement) => (
    <Tooltip text={text} side="right" isDisabled={!isCollapsed}>
      {control}
    </Tooltip>
  );
  return (
    <nav aria-label="Help" data-tour="help" className="mt-auto">
      <ul className="flex flex-col gap-0.5">
        {/* Reserves the space until the address is loaded. */}
        <li className={installation ? undefined : 'invisible'}>
          {named(
            'Read our docs',
            <a href={installation?.docsUrl} target="_blank" rel="noreferrer" className={item}>
              <BookOpen aria-hidden />
              <span className={label}>
                Read our docs<span className="sr-only"> (opens in a new tab)</span>
              </span>
              {!isCollapsed && <ExternalLink aria-hidden className="text-ink-faint" />}
            </a>,
          )}
        </li>
        {hasOrganization && (
          <li>
            <ToursMenu
              onStart={onNavigate}
              trigger={
                <button
                  type="button"
                  className={item}
                  title={isCollapsed ? 'Guided tours' : undefined}
                >
                  <Milestone aria-hidden />
                  <span className={label}>Guided tours</span>
                  {!isCollapsed && <ChevronRight aria-hidden className="text-ink-faint" />}
                </button>
              }
            />
          </li>
        )}
        <li>
          {named(
            'Share Feedback',
            <button
              type="button"
              className={item}
              onClick={() => {
                onNavigate?.();
                openFeedback();
              }}
            >
              <MessageSquareHeart aria-hidden />
              <span className={label}>Share Feedback</span>
            </button>,
          )}
        </li>
      </ul>
    </nav>
  );
}
