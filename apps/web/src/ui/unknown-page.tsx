import { Link, type LinkProps } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface UnknownPageProps {
  /** Kind of the missing item, for example "run". */
  what: string;
  /** Link to the list of existing items. */
  to: LinkProps['to'];
  /** Name of that list in a sentence, for example "history". */
  place: string;
}

/** Shown if the item in the URL does not exist in this organization. */
export function UnknownPage({ what, to, place }: UnknownPageProps) {
  return (
    <EmptyState
      icon={<FileQuestion aria-hidden />}
      headingLevel={1}
      title={`This ${what} does not exist`}
      action={
        <Link to={to} className={buttonClass({ variant: 'primary' })}>
          Go to {place}
        </Link>
      }
    >
      It was deleted or belongs to another organization.
    </EmptyState>
  );
}
