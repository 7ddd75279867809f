/** All screens and states in the gallery. */
import { accessScreens } from './access-screens.ts';
import { botScreens } from './bot-screens.ts';
import { organizationScreens } from './organization-screens.ts';
import type { Organizations } from './organizations.ts';
import { resultScreens } from './result-screens.ts';
import type { Screen } from './screen.ts';
import { shellScreens } from './shell-screens.ts';
import { workScreens } from './work-screens.ts';

export function screensOf(organizations: Organizations): Screen[] {
  return [
    accessScreens,
    shellScreens,
    workScreens,
    resultScreens,
    botScreens,
    organizationScreens,
  ].flatMap((screens) => screens(organizations));
}
