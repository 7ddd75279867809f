import { describe, expect, it } from 'vitest';
import { checkInviteEmail } from './check-invite-email.ts';

const known = {
  members: [{ email: 'max@acme.test' }],
  invitations: [{ id: 'i1', email: 'ivan@acme.test' }],
};

const check = (email: string) => checkInviteEmail(email, known);

describe('the address of an invitation', () => {
  it('[S-212] empty says nothing and is not valid', () => {
    expect(check('')).toEqual({ isValid: false });
  });

  it.each([
    ['S-213', 'a@b.test,c@d.test', 'Please enter only one email address'],
    ['S-213', 'a@b.test;', 'Please enter only one email address'],
    ['S-213, S-218', 'a@b.test, c@d.test', 'Please enter only one email address'],
    ['S-214', 'a b@c.test', 'Please enter a single valid email address without spaces'],
    ['S-214', ' a@c.test', 'Please enter a single valid email address without spaces'],
    ['S-214', 'a@c.test ', 'Please enter a single valid email address without spaces'],
    ['S-214', ' ', 'Please enter a single valid email address without spaces'],
    ['S-215', 'abc', 'Please enter a valid email address'],
    ['S-215', 'abc@acme', 'Please enter a valid email address'],
    ['S-216', 'MAX@ACME.TEST', 'This user is already a member of the organization'],
  ])('[%s] "%s" is refused: %s', (_, email, message) => {
    expect(check(email)).toEqual({ isValid: false, message });
  });

  it('[S-217] with a pending invitation is valid and says that it will be sent again', () => {
    expect(check('Ivan@acme.test')).toEqual({
      isValid: true,
      invitationId: 'i1',
      message: 'This email has a pending invitation. Submitting will resend the invitation.',
    });
  });

  it.each([
    ['', undefined],
    ['x y;z', 'Please enter only one email address'],
    ['x y', 'Please enter a single valid email address without spaces'],
    ['xyz', 'Please enter a valid email address'],
    ['both@acme.test', 'This user is already a member of the organization'],
  ])('[S-218] "%s", which breaks several rules, breaks the first: %s', (email, message) => {
    const asked = ['', 'x y;z', 'x y', 'xyz', 'both@acme.test'].map((known) => ({ email: known }));
    const invitations = asked.map((invited) => ({ id: 'i2', ...invited }));
    expect(checkInviteEmail(email, { members: asked, invitations })).toEqual({
      isValid: false,
      message,
    });
  });

  it('of the general pattern is valid', () => {
    expect(check('new@acme.test')).toEqual({ isValid: true });
  });
});
