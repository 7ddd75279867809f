import type { Socket } from 'node:net';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { ConversationError, failureOf } from './failure.ts';

/**
 * Adds the certificate's details to an error about it. TLS fails before revealing them, so this connects again with `connect`,
 * which must accept any certificate. Nothing is sent on that connection.
 */
export function withCertificate(
  error: Error,
  connect: buildConnector.connector,
  target: buildConnector.Options,
): Promise<Error> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!/CERT|SIGNATURE/.test(code)) return Promise.resolve(error);
  return new Promise((resolve) => {
    connect(target, (failed, socket) => resolve(failed ? error : toldBy(socket, error)));
  });
}

/**
 * Adds the details from the socket's certificate. Never throws, because it runs in a socket callback and a server can put
 * anything into a certificate.
 */
function toldBy(socket: Socket, error: Error): Error {
  try {
    const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
    return certificate?.subject ? explained(error, certificate) : error;
  } catch {
    return error;
  } finally {
    socket.destroy();
  }
}

function explained(
  error: Error,
  { subject, subjectaltname, issuer, valid_from, valid_to }: PeerCertificate,
) {
  const failure = failureOf(error);
  const hosts = subjectaltname?.replaceAll(/\b(DNS|IP Address):/g, '') ?? subject.CN ?? 'nobody';
  const by = [issuer.O, issuer.CN].flat().find(Boolean) ?? 'nobody';
  const says = `It is for ${hosts}, issued by ${by}, valid from ${day(valid_from)} to ${day(valid_to)}.`;
  return new ConversationError(
    { ...failure, message: `${failure.message} ${says.slice(0, 400)}` },
    { cause: error },
  );
}

/** Formats a date as YYYY-MM-DD. An invalid date is returned unchanged. */
function day(date: string): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? date : time.toISOString().slice(0, 10);
}
