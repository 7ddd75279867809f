export interface VerificationClaims {
  userId: string;
  email: string;
  organizationId: string;
}

/**
 * Parses the token of a verification link: Base64 of `userId:email:organizationId`, followed by the server's secret. The
 * email can contain colons. Null if the token is invalid.
 */
export function readVerificationToken(token: string): VerificationClaims | null {
  const parts = decode(token)?.split(':') ?? [];
  if (parts.length < 3) return null;
  const [userId = '', ...rest] = parts;
  if (rest.length > 2) rest.pop();
  const organizationId = rest.pop() ?? '';
  return { userId, email: rest.join(':'), organizationId };
}

function decode(token: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(token), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
