import { Waypoints } from 'lucide-react';
import { NotEnabled } from '#/ui/not-enabled.tsx';

export function NotSwitchedOn() {
  return (
    <NotEnabled
      title="Exploratory Tests"
      icon={<Waypoints aria-hidden />}
      area="Exploratory testing"
      setting="PARLEY_EXPLORATORY_TESTING_FOR"
    >
      Talk to a bot from here, watch a map of what it can do grow, and turn the ways you went into
      tests.
    </NotEnabled>
  );
}
