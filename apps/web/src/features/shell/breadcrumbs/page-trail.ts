/**
 * Breadcrumbs of a page after "Dashboard". A route declares them as `staticData.trail`. They are plain data, so that the
 * route tree stays small.
 */
export type PageTrail = readonly TrailStep[];

export type TrailStep =
  /** `{name}` in a label is replaced by the path parameter of that name. Without `to`, the breadcrumb is not a link. */
  | { label: string; to?: TrailTarget }
  /** A breadcrumb whose name is fetched. */
  | { lookup: TrailLookup };

export type TrailTarget =
  | '/projects'
  | '/devices'
  | '/history'
  | '/history/monitoring'
  | '/explore'
  | '/load'
  | '/operations';

/** `suite-project` is the project of the suite in the path. */
type TrailLookup = 'project' | 'suite' | 'suite-project' | 'device' | 'exploration' | 'load-test';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    trail?: PageTrail;
  }
}
