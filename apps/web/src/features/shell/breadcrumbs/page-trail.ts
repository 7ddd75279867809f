/**
 * Breadcrumbs of a page after "Dashboard", declared by its route file as `staticData.trail`. Plain data, to keep the route
 * tree small.
 */
export type PageTrail = readonly TrailStep[];

export type TrailStep =
  /** `{name}` in a label is filled from the path parameters. Without `to`, it is not a link. */
  | { label: string; to?: TrailTarget }
  /** A step whose name is fetched. */
  | { lookup: TrailLookup };

export type TrailTarget =
  | '/projects'
  | '/devices'
  | '/history'
  | '/history/monitoring'
  | '/explore'
  | '/load'
  | '/operations';

/** `suite-project` is the project that the suite in the path belongs to, and links to it. */
type TrailLookup = 'project' | 'suite' | 'suite-project' | 'device' | 'exploration' | 'load-test';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    trail?: PageTrail;
  }
}
