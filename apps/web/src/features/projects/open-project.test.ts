import { beforeEach, describe, expect, it } from 'vitest';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { project } from '#/lib/testing/projects.ts';
import { openProject } from './open-project.ts';
import { useProjectStore } from './project-store.ts';

const bank = project('p1', 'Bank');

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

beforeEach(() => {
  useSuiteList.setState(useSuiteList.getInitialState(), true);
  useProjectStore.setState(useProjectStore.getInitialState(), true);
  useSuiteList.setState({ search: 'bank', page: 3 });
});

describe('a project that is opened', () => {
  it('has its list read afresh where it is open already', () => {
    useSuiteList.setState({ currentProjectId: 'p1' });
    openProject(bank, plain);
    expect(useSuiteList.getState()).toMatchObject({ search: '', page: 1, generation: 1 });
    expect(useProjectStore.getState().selectedProjectId).toBe('p1');
  });

  it('does not have the list of the one before it read again, nor is it shown as empty', () => {
    useSuiteList.setState({ currentProjectId: 'p0' });
    openProject(bank, plain);
    expect(useSuiteList.getState()).toMatchObject({ search: '', generation: 0, isLoading: true });
    expect(useProjectStore.getState().selectedProjectId).toBe('p1');
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
    'leaves what is on screen when it opens elsewhere by %s',
    (key) => {
      openProject(bank, { ...plain, [key]: true });
      expect(useSuiteList.getState()).toMatchObject({ search: 'bank', page: 3, generation: 0 });
      expect(useProjectStore.getState().selectedProjectId).toBeNull();
    },
  );
});
