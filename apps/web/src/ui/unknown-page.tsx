import { Link, type LinkProps } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface UnknownPageProps {
  /** Kind of item in the address, for example "run". */
  what: string;
  /** Link to the list of existing ones. */
  to: LinkProps['to'];
  /** Its name in a sentence, for example "history". */
  place: string;
}

/** Shown at the address of something that does not exist, or not in this organization. */
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
