import { describe, expect, it } from 'vitest';
import { roleIn } from '#/lib/session/my-role.ts';
import { roleOptions, roleTexts } from './roles.ts';

const member = (email: string, role: 'owner' | 'admin' | 'member') => ({
  id: email,
  name: '',
  email,
  role,
  addedDate: '2026-01-01T00:00:00.000Z',
  lastActive: null,
});

describe('roles', () => {
  it('[S-221, S-222, S-224] on offer are Administrator and Member', () => {
    expect(roleOptions).toEqual([
      { value: 'admin', label: 'Administrator' },
      { value: 'member', label: 'Member' },
    ]);
  });

  it.each([
    ['S-223', 'admin', /organization settings and members/i, 4],
    ['S-225', 'member', /testing features/i, 4],
  ] as const)('[%s] say what an %s may do', (_, role, summary, count) => {
    expect(roleTexts[role].summary).toMatch(summary);
    expect(roleTexts[role].abilities).toHaveLength(count);
  });

  it('[S-220] one’s own is that of the member with one’s address, case aside', () => {
    const organization = {
      members: [member('olga@acme.test', 'owner'), member('Ada@Acme.test', 'admin')],
    };
    expect(roleIn(organization, 'ada@acme.test')).toBe('admin');
    expect(roleIn(organization, 'eve@acme.test')).toBeUndefined();
    expect(roleIn(organization, undefined)).toBeUndefined();
    expect(roleIn(null, 'ada@acme.test')).toBeUndefined();
  });
});
