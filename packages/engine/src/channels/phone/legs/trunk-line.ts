/** The registered connection to a trunk, which all calls of the process by that trunk share. */
import { openTransport, type Registration, register, type SipTransport } from '@parley/sip';
import type { SipTrunk } from './sip-leg.ts';

export interface TrunkLine {
  /** Registers where that is not done yet. Throws a CallError where the trunk does not take it. */
  take(): Promise<Seat>;
  /** Takes the registration back. */
  close(): Promise<void>;
}

interface Seat {
  transport: SipTransport;
  /** The call is over; a second time does nothing. */
  leave(): void;
}

/** A line without calls is given up after this time: there may be other workers, and other devices. */
const idleMs = 30_000;

type RegisteringTrunk = SipTrunk & { credentials: NonNullable<SipTrunk['credentials']> };

interface Opened {
  transport: SipTransport;
  registration: Registration;
}

/** `lookUp` gives the address of the trunk. */
export function createTrunkLine(
  { host, port, credentials, isSecure }: RegisteringTrunk,
  lookUp: () => Promise<string>,
): TrunkLine {
  let opening: Promise<Opened> | undefined;
  let calls = 0;
  let idle: NodeJS.Timeout | undefined;

  async function open(): Promise<Opened> {
    const address = await lookUp();
    const transport = await openTransport({ address, port, ...(isSecure && { tlsName: host }) });
    try {
      const registration = await register({
        transport,
        credentials,
        address: `sip:${credentials.username}@${host}`,
        registrar: `sip:${host}:${port}${isSecure ? ';transport=tls' : ''}`,
      });
      return { transport, registration };
    } catch (error) {
      transport.close();
      throw error;
    }
  }

  async function current(): Promise<Opened> {
    const known = await opening?.catch(() => undefined);
    if (known?.registration.isValid()) return known;
    if (known) void known.registration.close();
    // Of several calls that wait, the first one opens the line for all of them.
    opening = open();
    return opening;
  }

  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = () => {
    const next = turn.then(current, current);
    turn = next;
    return next;
  };

  async function close(): Promise<void> {
    clearTimeout(idle);
    const closing = opening;
    // Whoever calls meanwhile opens another one.
    opening = undefined;
    const known = await closing?.catch(() => undefined);
    await known?.registration.close();
  }

  return {
    close,
    async take() {
      clearTimeout(idle);
      calls += 1;
      let hasLeft = false;
      const leave = () => {
        if (hasLeft) return;
        hasLeft = true;
        calls -= 1;
        if (calls > 0) return;
        idle = setTimeout(() => void close(), idleMs);
        idle.unref();
      };
      try {
        const { transport } = await inTurn();
        return { transport, leave };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
