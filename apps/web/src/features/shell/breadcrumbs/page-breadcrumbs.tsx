import { useQuery } from '@tanstack/react-query';
import { Link, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { projectQuery } from '#/features/projects/projects.queries.ts';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Breadcrumb, Breadcrumbs } from '#/ui/breadcrumbs.tsx';
import { lazyPart } from '#/ui/lazy-part.ts';
import { Crumb, type LookupProps } from './crumb.tsx';
import { lookupLabel } from './lookup-label.ts';
import type { PageTrail, TrailStep } from './page-trail.ts';

const notFoundTrail: PageTrail = [{ label: 'Page Not Found' }];

const DeviceStep = lazyPart(async () => (await import('./device-step.tsx')).DeviceStep);
const ExplorationStep = lazyPart(
  async () => (await import('./exploration-step.tsx')).ExplorationStep,
);
const LoadTestStep = lazyPart(async () => (await import('./load-test-step.tsx')).LoadTestStep);

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

interface StepProps extends LookupProps {
  step: TrailStep;
}

function Step({ step, params, isCurrent }: StepProps) {
  if (!('lookup' in step)) {
    const label = step.label.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    return <Crumb label={label} isCurrent={isCurrent} to={step.to} />;
  }
  const Lookup = lookups[step.lookup];
  return (
    <Suspense fallback={<Crumb label="Loading..." isCurrent={isCurrent} />}>
      <Lookup params={params} isCurrent={isCurrent} />
    </Suspense>
  );
}

const lookups = {
  project: ProjectStep,
  suite: SuiteStep,
  'suite-project': SuiteProjectStep,
  device: DeviceStep,
  exploration: ExplorationStep,
  'load-test': LoadTestStep,
};

function ProjectStep({ params, isCurrent }: LookupProps) {
  const project = useQuery(projectQuery(useScope(), params.projectId ?? ''));
  return <Crumb label={lookupLabel(project, 'Unknown Project')} isCurrent={isCurrent} />;
}

function SuiteStep({ params, isCurrent }: LookupProps) {
  const suite = useQuery(suiteQuery(useScope(), params.testSuiteId ?? ''));
  return <Crumb label={lookupLabel(suite, 'Unknown Test Suite')} isCurrent={isCurrent} />;
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

function trailOf(matches: { staticData: { trail?: PageTrail } }[]): PageTrail {
  return matches.findLast(({ staticData }) => staticData.trail)?.staticData.trail ?? notFoundTrail;
}
