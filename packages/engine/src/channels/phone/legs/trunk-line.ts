/** The registered connection to a trunk, shared by all calls of the process over that trunk. */
import {
  CallError,
  openTransport,
  type Registration,
  register,
  type SipTransport,
} from '@parley/sip';
import type { SipTrunk } from './sip-trunk.ts';

export interface TrunkLine {
  /**
   * Registers if necessary, and reserves a place for a call.
   * @throws CallError if the trunk refuses or does not answer in time, or if the call is cancelled
   */
  take(signal?: AbortSignal): Promise<Seat>;
  /** Closes the connection and cancels the registration. */
  close(): Promise<void>;
}

interface Seat {
  transport: SipTransport;
  /** Releases the place. Repeated calls do nothing. */
  leave(): void;
}

/** Time after which an unused line is closed, since other workers and devices may need the registration. */
const idleMs = 30_000;

/**
 * Time limit to get a place. It is longer than one registration takes, so that calls behind a failed registration do not wait
 * for the next one.
 */
const seatMs = 40_000;

/** Time that an ended call has to send its BYE and receive the response. */
const goodbyeMs = 5000;

type RegisteringTrunk = SipTrunk & { credentials: NonNullable<SipTrunk['credentials']> };

interface Opened {
  transport: SipTransport;
  registration: Registration;
  /** Number of calls that use it. */
  seats: number;
}

/** `lookUp` returns the address of the trunk. */
export function createTrunkLine(
  { host, port, credentials, isSecure }: RegisteringTrunk,
  lookUp: () => Promise<string>,
  waitMs = seatMs,
): TrunkLine {
  let opening: Promise<Opened> | undefined;
  /** Registrations that the trunk no longer accepts, kept for the calls that still use them. */
  const retired = new Set<Opened>();
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
      return { transport, registration, seats: 0 };
    } catch (error) {
      transport.close();
      throw error;
    }
  }

  function retire(line: Opened): void {
    retired.add(line);
    if (line.seats === 0) setTimeout(() => void closeRetired(line), goodbyeMs).unref();
  }

  async function closeRetired(line: Opened): Promise<void> {
    retired.delete(line);
    await line.registration.close();
  }

  async function current(): Promise<Opened> {
    const known = await opening?.catch(() => undefined);
    if (known?.registration.isValid()) return known;
    if (known) retire(known);
    // If several calls wait, the first one opens the line for all of them.
    opening = open();
    return opening;
  }

  async function sitDown(): Promise<Opened> {
    const line = await current();
    line.seats += 1;
    return line;
  }

  function standUp(line: Opened): void {
    line.seats -= 1;
    if (retired.has(line)) retire(line);
  }

  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = () => {
    const next = turn.then(sitDown, sitDown);
    turn = next;
    return next;
  };

  async function close(): Promise<void> {
    clearTimeout(idle);
    const closing = opening;
    // Calls that start meanwhile open another line.
    opening = undefined;
    const known = await closing?.catch(() => undefined);
    await Promise.all([known?.registration.close(), ...[...retired].map(closeRetired)]);
  }

  return {
    close,
    async take(signal) {
      clearTimeout(idle);
      calls += 1;
      let hasLeft = false;
      let line: Opened | undefined;
      const leave = () => {
        if (hasLeft) return;
        hasLeft = true;
        if (line) standUp(line);
        calls -= 1;
        if (calls > 0) return;
        idle = setTimeout(() => void close(), idleMs);
        idle.unref();
      };
      try {
        const seated = inTurn();
        line = await inTime(seated, waitMs, signal).catch((error) => {
          // If the line opens later, its place is released.
          seated.then(standUp, () => {});
          throw error;
        });
        return { transport: line.transport, leave };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** @throws CallError when the time is up, or as soon as the signal is aborted */
function inTime<T>(promise: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new CallError({ kind: 'cancelled' }));
    const late = setTimeout(() => reject(new CallError({ kind: 'no-response' })), ms);
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    promise.then(resolve, reject).finally(() => {
      clearTimeout(late);
      signal?.removeEventListener('abort', cancel);
    });
  });
}
