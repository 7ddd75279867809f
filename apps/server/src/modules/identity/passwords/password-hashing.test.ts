import { describe, expect, it } from 'vitest';
import { createPasswordHashing, TooBusyToHash } from './password-hashing.ts';

describe('createPasswordHashing', () => {
  it('recognizes the password that it hashed, and no other', async () => {
    const hashing = createPasswordHashing();
    const hash = await hashing.hash('Abcdef1!');
    expect(await hashing.verify({ hash, password: 'Abcdef1!' })).toBe(true);
    expect(await hashing.verify({ hash, password: 'Abcdef1?' })).toBe(false);
  });

  it('runs two hashes, queues twenty, refuses the rest, and recovers afterwards', async () => {
    // Hashing takes long on a busy machine. Another test covers the maximum wait.
    const hashing = createPasswordHashing(600_000);
    const flood = Array.from({ length: 30 }, () => hashing.hash('Abcdef1!'));
    const ended = await Promise.allSettled(flood);
    const refused = ended.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused.every((each) => 'reason' in each && each.reason instanceof TooBusyToHash)).toBe(
      true,
    );
    await expect(hashing.hash('Abcdef1!')).resolves.toContain(':');
  });

  it('refuses a hash that has waited for too long', async () => {
    const hashing = createPasswordHashing(1);
    const three = await Promise.allSettled(
      Array.from({ length: 3 }, () => hashing.hash('Abcdef1!')),
    );
    expect(three.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });
});
