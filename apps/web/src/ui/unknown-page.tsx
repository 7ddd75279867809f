import { Link, type LinkProps } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface UnknownPageProps {
  /** What the address names, for example "run". */
  what: string;
  /** Link to the list of existing ones. */
  to: LinkProps['to'];
  /** Its name in a sentence, for example "history". */
  place: string;
}

/** At an address of something that is not there, or not for this organization. */
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
