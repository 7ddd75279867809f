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
    {
      id: 'S-223',
      role: 'admin',
      summary: /full access to manage organization settings and members/i,
      abilities: [
        /manage members and invitations/i,
        /create and manage test suites/i,
        /configure virtual devices/i,
        /access all reports and analytics/i,
      ],
    },
    {
      id: 'S-225',
      role: 'member',
      summary: /standard access to testing features/i,
      abilities: [
        /create and edit test suites/i,
        /run tests and view reports/i,
        /create and manage virtual devices/i,
        /access shared resources/i,
      ],
    },
  ] as const)('[$id] say what somebody with the role $role may do', ({ role, ...wanted }) => {
    expect(roleTexts[role].summary).toMatch(wanted.summary);
    expect(roleTexts[role].abilities).toEqual(
      wanted.abilities.map((ability) => expect.stringMatching(ability)),
    );
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
