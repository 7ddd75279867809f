import { expect, it } from 'vitest';
import { tours } from './tours.ts';

it('[S-144] a tour may have a target page, a required context, both or one of them', () => {
  const wanted = tours.map(({ id, targetPage, requiredContext }) => {
    return [id, targetPage, requiredContext?.kind, requiredContext?.platform];
  });
  expect(wanted).toEqual([
    ['dashboard-overview', '/projects', undefined, undefined],
    ['projects-feature', '/projects', undefined, undefined],
    ['virtual-devices', '/devices', undefined, undefined],
    ['test-and-monitor', '/projects', 'suite', undefined],
    ['ivr-guide', undefined, 'project', 'phone'],
    ['webchat-guide', undefined, 'project', 'webchat'],
  ]);
});

it('[S-142] there are six of them', () => {
  expect(tours.map(({ id, title }) => [id, title])).toEqual([
    ['dashboard-overview', 'Dashboard overview'],
    ['projects-feature', 'Projects'],
    ['virtual-devices', 'Virtual devices'],
    ['test-and-monitor', 'Test and monitor'],
    ['ivr-guide', 'IVR guide'],
    ['webchat-guide', 'Webchat guide'],
  ]);
});
