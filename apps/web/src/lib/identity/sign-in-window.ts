import { randomKey } from '../random-key.ts';
import { type IdentityCode, IdentityError, isIdentityCode, RefusedTest } from './identity.ts';

/** Maximum wait in milliseconds. It is long because people may have to look for a password, a phone or a colleague. */
const timeoutMs = 10 * 60_000;
const lookEveryMs = 500;
/** Grace period in milliseconds. A window's last message can arrive just after it has closed. */
const afterCloseMs = 1500;

interface Outcome {
  error: string | null;
  email: string | null;
  /** Why the server refused the response, and by how many seconds its time is off; only in a connection test. */
  reason?: string | null;
  seconds?: string | null;
}

/**
 * Opens a sign-in window and waits for the message of its last page. Call it directly from a click, or browsers block the
 * window. The message itself proves nothing; only the server's cookie does.
 */
export async function openSignInWindow(
  provider: string,
  { isTest = false } = {},
): Promise<{ email: string | null }> {
  const channelId = randomKey();
  const channel = new BroadcastChannel(`parley-sign-in:${channelId}`);
  try {
    const address = `/api/auth/window/${encodeURIComponent(provider)}?channel=${channelId}${isTest ? '&test' : ''}`;
    const opened = open(address, 'parley-sign-in', 'popup,width=520,height=680');
    if (!opened) throw new IdentityError('auth/popup-blocked');
    const { error, email, reason, seconds } = await outcomeOf(channel, opened);
    if (error) {
      const code = isIdentityCode(error) ? error : 'auth/internal-error';
      throw reason ? new RefusedTest(code, reason, Number(seconds ?? 0)) : new IdentityError(code);
    }
    return { email };
  } finally {
    channel.close();
  }
}

function outcomeOf(channel: BroadcastChannel, opened: Window): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const deadline = Date.now() + timeoutMs;
    const timer = setInterval(() => {
      if (Date.now() > deadline) fail('auth/timeout');
      // A provider's page can cut the link to its opener, which looks like a closed window. It only counts as closed if this
      // page has the focus again.
      else if (opened.closed && document.hasFocus()) setTimeout(giveUp, afterCloseMs);
    }, lookEveryMs);
    const giveUp = () => fail('auth/popup-closed-by-user');
    const fail = (code: IdentityCode) => {
      clearInterval(timer);
      reject(new IdentityError(code));
    };
    channel.onmessage = ({ data }: MessageEvent<Outcome>) => {
      clearInterval(timer);
      resolve(data);
    };
  });
}
