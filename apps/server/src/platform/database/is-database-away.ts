import { causesOf } from '../errors/causes-of.ts';

/**
 * Tells if an error means that the database is unavailable: connection exceptions (class 08), insufficient resources such as
 * too many connections (class 53), a server that shuts down or starts (57P0x), a canceled statement, for example after its
 * timeout (57014), network errors, and driver errors without a code.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (const reason of causesOf(error)) {
    const code = 'code' in reason ? String(reason.code) : '';
    if (/^(08|53)\w{3}$|^57(014|P0\d)$|^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)/.test(code))
      return true;
    if (
      /^(Connection terminated|timeout exceeded when trying|Query read timeout)/.test(
        reason.message,
      )
    )
      return true;
  }
  return false;
}
