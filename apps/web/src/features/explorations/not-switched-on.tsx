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
      Talk to a bot, map what it can do, and save the paths as tests.
    </NotEnabled>
  );
}
