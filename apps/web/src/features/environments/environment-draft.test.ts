import type { Environment } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import {
  changeOf,
  draftProblems,
  type EnvironmentDraft,
  newSecret,
  newVariable,
  openDraft,
} from './environment-draft.ts';

const staging: Environment = {
  id: 'e1',
  projectId: 'p1',
  name: 'staging',
  variables: { api: 'https://a.test' },
  secrets: [
    { name: 'token', setAt: '2026-11-01T00:00:00Z' },
    { name: 'key', setAt: '2026-11-01T00:00:00Z' },
  ],
  version: 3,
  createdAt: '2026-11-01T00:00:00Z',
  lastModified: '2026-11-01T00:00:00Z',
};

describe('the draft of an environment', () => {
  it('changes nothing as it was opened, and sends no value of a stored secret', () => {
    const draft = openDraft(staging);
    expect(draftProblems(draft)).toBeUndefined();
    expect(changeOf(draft, staging)).toEqual({
      name: 'staging',
      variables: { api: 'https://a.test' },
      secrets: {},
      version: 3,
    });
  });

  it('replaces, adds and removes secrets', () => {
    const { secrets, ...draft } = openDraft(staging);
    const changed: EnvironmentDraft = {
      ...draft,
      secrets: [
        { ...(secrets[0] as EnvironmentDraft['secrets'][0]), value: 'new-token-1' },
        { ...newSecret(' other '), value: 'another-secret' },
      ],
    };
    expect(changeOf(changed, staging).secrets).toEqual({
      key: null,
      token: 'new-token-1',
      other: 'another-secret',
    });
  });

  it('leaves out rows that nobody filled in', () => {
    const draft = { ...openDraft(undefined), name: ' staging ' };
    expect(draftProblems(draft)).toBeUndefined();
    expect(changeOf(draft, undefined)).toEqual({ name: 'staging', variables: {}, secrets: {} });
  });

  it('names what is wrong at its row', () => {
    const [a, b, c] = [newVariable('a b', 'x'), newVariable('api', 'x'), newVariable('api', 'y')];
    const d = newVariable('', 'x');
    const [short, fine] = [newSecret('short'), newSecret('fine', true)];
    const draft = {
      name: '',
      variables: [a, b, c, d],
      secrets: [{ ...short, value: '1234' }, fine],
    };
    const problems = draftProblems(draft);
    expect(problems?.name).toBe('Enter a name.');
    expect(Object.fromEntries(problems?.names ?? [])).toEqual({
      [a.key]: expect.stringContaining('is not a valid name'),
      [c.key]: 'This name is already used.',
      [d.key]: 'Enter a name.',
    });
    expect(Object.fromEntries(problems?.values ?? [])).toEqual({
      [short.key]: expect.stringContaining('at least 8 characters'),
    });
  });
});
