import { useQuery } from '@tanstack/react-query';
import { Link, useMatches } from '@tanstack/react-router';
import { deviceQuery } from '#/features/devices/devices.queries.ts';
import { explorationQuery } from '#/features/explorations/explorations.queries.ts';
import { loadTestQuery } from '#/features/load-tests/load-tests.queries.ts';
import { projectQuery } from '#/features/projects/projects.queries.ts';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { usePageTitle } from '#/lib/page-title.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Breadcrumb, Breadcrumbs } from '#/ui/breadcrumbs.tsx';
import { lookupLabel } from './lookup-label.ts';
import type { PageTrail, TrailStep, TrailTarget } from './page-trail.ts';

const notFoundTrail: PageTrail = [{ label: 'Page Not Found' }];

export function PageBreadcrumbs() {
  const trail = useMatches({ select: trailOf });
  const params = useMatches({ select: (matches) => matches.at(-1)?.params ?? {} });
  return (
    <Breadcrumbs>
      <Breadcrumb render={<Link to="/" />}>Dashboard</Breadcrumb>
      {trail.map((step, index) => (
        <Step
          key={'lookup' in step ? step.lookup : step.label}
          step={step}
          params={params}
          isCurrent={index === trail.length - 1}
        />
      ))}
    </Breadcrumbs>
  );
}

type Params = Partial<Record<string, string>>;

interface StepProps {
  step: TrailStep;
  params: Params;
  isCurrent: boolean;
}

function Step({ step, params, isCurrent }: StepProps) {
  if (!('lookup' in step)) {
    const label = step.label.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    return <Crumb label={label} isCurrent={isCurrent} to={step.to} />;
  }
  const Lookup = lookups[step.lookup];
  return <Lookup params={params} isCurrent={isCurrent} />;
}

const lookups = {
  project: ProjectStep,
  suite: SuiteStep,
  'suite-project': SuiteProjectStep,
  device: DeviceStep,
  exploration: ExplorationStep,
  'load-test': LoadTestStep,
};

type LookupProps = Omit<StepProps, 'step'>;

function ProjectStep({ params, isCurrent }: LookupProps) {
  const project = useQuery(projectQuery(useScope(), params.projectId ?? ''));
  return <Crumb label={lookupLabel(project, 'Unknown Project')} isCurrent={isCurrent} />;
}

function SuiteStep({ params, isCurrent }: LookupProps) {
  const suite = useQuery(suiteQuery(useScope(), params.testSuiteId ?? ''));
  return <Crumb label={lookupLabel(suite, 'Unknown Test Suite')} isCurrent={isCurrent} />;
}

function LoadTestStep({ params, isCurrent }: LookupProps) {
  const test = useQuery(loadTestQuery(useScope(), params.loadTestId ?? ''));
  return <Crumb label={lookupLabel(test, 'Unknown Load Test')} isCurrent={isCurrent} />;
}

function DeviceStep({ params, isCurrent }: LookupProps) {
  const device = useQuery(deviceQuery(useScope(), params.deviceId ?? ''));
  return <Crumb label={lookupLabel(device, 'Unknown Virtual Device')} isCurrent={isCurrent} />;
}

function SuiteProjectStep({ params, isCurrent }: LookupProps) {
  const scope = useScope();
  const suite = useQuery(suiteQuery(scope, params.testSuiteId ?? ''));
  const projectId = suite.data?.projectId;
  const project = useQuery({
    ...projectQuery(scope, projectId ?? ''),
    enabled: projectId !== undefined,
  });
  const label = lookupLabel(suite.isError ? suite : project, 'Unknown Project');
  return <Crumb label={label} isCurrent={isCurrent} projectId={project.data?.id} />;
}

function ExplorationStep({ params, isCurrent }: LookupProps) {
  const exploration = useQuery(explorationQuery(useScope(), params.explorationId ?? ''));
  return <Crumb label={lookupLabel(exploration, 'Unknown Exploration')} isCurrent={isCurrent} />;
}

interface CrumbProps {
  label: string;
  isCurrent: boolean;
  to?: TrailTarget;
  projectId?: string;
}

function Crumb({ label, isCurrent, to, projectId }: CrumbProps) {
  if (isCurrent) return <CurrentCrumb label={label} />;
  if (projectId) {
    const link = <Link to="/projects/$projectId" params={{ projectId }} />;
    return <Breadcrumb render={link}>{label}</Breadcrumb>;
  }
  return <Breadcrumb render={to && <Link to={to} />}>{label}</Breadcrumb>;
}

/** The last step also names the browser tab. */
function CurrentCrumb({ label }: { label: string }) {
  usePageTitle(label);
  return <Breadcrumb isCurrent>{label}</Breadcrumb>;
}

function trailOf(matches: { staticData: { trail?: PageTrail } }[]): PageTrail {
  return matches.findLast(({ staticData }) => staticData.trail)?.staticData.trail ?? notFoundTrail;
}
