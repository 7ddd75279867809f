import { Link } from '@tanstack/react-router';
import { usePageTitle } from '#/lib/page-title.ts';
import { Breadcrumb } from '#/ui/breadcrumbs.tsx';
import type { TrailTarget } from './page-trail.ts';

/** Props of a breadcrumb whose name is fetched. */
export interface LookupProps {
  /** Path parameters of the page. */
  params: Partial<Record<string, string>>;
  isCurrent: boolean;
}

interface CrumbProps {
  label: string;
  isCurrent: boolean;
  to?: TrailTarget;
  projectId?: string;
}

/** A breadcrumb. The last one stands for the page itself. */
export function Crumb({ label, isCurrent, to, projectId }: CrumbProps) {
  if (isCurrent) return <CurrentCrumb label={label} />;
  if (projectId) {
    const link = <Link to="/projects/$projectId" params={{ projectId }} />;
    return <Breadcrumb render={link}>{label}</Breadcrumb>;
  }
  return <Breadcrumb render={to && <Link to={to} />}>{label}</Breadcrumb>;
}

/** The last breadcrumb. It also sets the title of the browser tab. */
function CurrentCrumb({ label }: { label: string }) {
  usePageTitle(label);
  return <Breadcrumb isCurrent>{label}</Breadcrumb>;
}
