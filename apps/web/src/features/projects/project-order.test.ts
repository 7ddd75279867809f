import { describe, expect, it } from 'vitest';
import { project } from '#/lib/testing/projects.ts';
import { type ProjectSort, sortedProjects } from './project-order.ts';
import { childrenByParent, parentPath, projectOptions } from './project-tree.ts';

const cards = project('cards', 'Cards', {
  testSuiteCount: 2,
  lastModified: '2026-03-01T00:00:00Z',
  version: 1,
});
const lost = project('lost', 'lost cards', { parentProjectId: 'cards', testSuiteCount: 9 });
const abroad = project('abroad', 'Abroad', { parentProjectId: 'lost' });
const orphan = project('orphan', 'Orphan', { parentProjectId: 'gone' });
const all = [orphan, lost, cards, abroad];

describe('the order of projects', () => {
  it.each<[ProjectSort, string[]]>([
    ['name', ['Abroad', 'Cards', 'lost cards', 'Orphan']],
    ['lastModified', ['Cards', 'Abroad', 'lost cards', 'Orphan']],
    ['testSuiteCount', ['lost cards', 'Cards', 'Abroad', 'Orphan']],
  ])('by %s falls back on the name', (sort, names) => {
    expect(sortedProjects(all, sort).map(({ name }) => name)).toEqual(names);
  });
});

describe('sub-projects', () => {
  it('[S-146] are found by their parent, and stand at the top when it is not there', () => {
    const children = childrenByParent(all);
    expect(children.get(null)).toEqual([orphan, cards]);
    expect(children.get('cards')).toEqual([lost]);
    expect(children.get('lost')).toEqual([abroad]);
  });

  it('say which projects they are in', () => {
    expect(parentPath(all, abroad)).toBe('Cards / lost cards');
    expect(parentPath(all, cards)).toBe('');
    expect(parentPath(all, orphan)).toBe('');
  });

  it('of one name are told apart where one is chosen', () => {
    const accounts = project('accounts', 'Accounts');
    const here = project('here', 'Billing', { parentProjectId: 'accounts' });
    const there = project('there', 'Billing', { parentProjectId: 'cards' });
    expect(projectOptions([accounts, here, there, cards])).toEqual([
      { value: 'accounts', label: 'Accounts' },
      { value: 'here', label: 'Accounts / Billing' },
      { value: 'there', label: 'Cards / Billing' },
      { value: 'cards', label: 'Cards' },
    ]);
  });

  it('in a circle do not hang the page', () => {
    const a = project('a', 'A', { parentProjectId: 'b' });
    const b = project('b', 'B', { parentProjectId: 'a' });
    expect(parentPath([a, b], a)).toBe('B');
  });
});
