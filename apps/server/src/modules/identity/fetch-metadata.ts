import { singleSignOn } from '@parley/contract';
import { ConversationError, createEgress, fetchDocument } from '@parley/engine';
import { ApiError } from '../../platform/api-error.ts';
import type { Config } from '../../platform/config.ts';
import { ownListeners } from '../../platform/own-listeners.ts';

const timeoutMs = 10_000;

/** Reads the metadata of an identity provider, under the same rules as everything that users make us reach. */
export function createMetadataFetch(config: Config): (address: string) => Promise<string> {
  const egress = createEgress({ allow: config.egressAllow, ...ownListeners(config) });
  return (address) =>
    fetchDocument(egress, address, { timeoutMs, bytesMax: singleSignOn.metadataLengthMax }).catch(
      (cause) => {
        const reason = cause instanceof ConversationError ? cause.message : 'Nobody answers there.';
        const message = `The metadata could not be read. ${reason}`;
        const problems = [{ path: 'metadataUrl', message }];
        throw new ApiError('invalid_request', { problems, cause });
      },
    );
}
