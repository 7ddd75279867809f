import type { Project } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { project } from '#/lib/testing/projects.ts';
import { sidebarOrder } from './sidebar-order.ts';

const projects = ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Eta', 'Gamma', 'Zeta'].map((name) =>
  project(name.toLowerCase(), name),
);

function order(wanted: { pins?: string[]; search?: string; isExpanded?: boolean }) {
  const { pinned, others, ...rest } = sidebarOrder(projects, {
    pins: [],
    search: '',
    isExpanded: false,
    ...wanted,
  });
  const names = (list: Project[]) => list.map(({ name }) => name);
  return { pinned: names(pinned), others: names(others), ...rest };
}

describe('the projects in the sidebar', () => {
  it('[S-062, S-063] are five, and the button counts the rest', () => {
    expect(order({})).toEqual({
      pinned: [],
      others: ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Eta'],
      hiddenCount: 2,
      isLong: true,
    });
  });

  it('[S-061, S-062] begin with the pinned, which count among the five', () => {
    expect(order({ pins: ['zeta', 'beta'] })).toMatchObject({
      pinned: ['Beta', 'Zeta'],
      others: ['Alpha', 'Delta', 'Epsilon'],
      hiddenCount: 2,
    });
  });

  it('[S-062, S-063] are five of those that a search finds, too', () => {
    expect(order({ search: 'a', pins: ['gamma', 'epsilon'] })).toEqual({
      pinned: ['Gamma'],
      others: ['Alpha', 'Beta', 'Delta', 'Eta'],
      hiddenCount: 1,
      isLong: true,
    });
  });

  it('[S-068] are the pinned alone when those are five', () => {
    const pins = ['alpha', 'beta', 'delta', 'gamma', 'zeta'];
    expect(order({ pins })).toMatchObject({ others: [], hiddenCount: 2 });
  });

  it('[S-064] are all once expanded, and can be cut again', () => {
    expect(order({ isExpanded: true })).toMatchObject({ hiddenCount: 0, isLong: true });
    expect(order({ isExpanded: true }).others).toHaveLength(7);
  });

  it('[S-066] are those with the search in their name, case aside, before they are cut', () => {
    expect(order({ search: ' ETA ' })).toEqual({
      pinned: [],
      others: ['Beta', 'Eta', 'Zeta'],
      hiddenCount: 0,
      isLong: false,
    });
    expect(order({ search: 'nowhere' }).others).toEqual([]);
  });
});
