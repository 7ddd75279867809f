import { singleSignOn } from '@parley/contract';
import { ConversationError, fetchDocument } from '@parley/egress';
import type { Config } from '../../../platform/config/config.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { createOrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';

const timeoutMs = 10_000;

/** Fetches an identity provider's metadata through the guarded egress, like all addresses that users choose. */
export function createMetadataFetch(
  config: Config,
): (scope: WorkScope, address: string) => Promise<string> {
  const egressOf = createOrganizationEgress(config);
  return async (scope, address) => {
    const bytesMax = singleSignOn.metadataLengthMax;
    try {
      return await fetchDocument(await egressOf(scope), address, { timeoutMs, bytesMax });
    } catch (cause) {
      const reason =
        cause instanceof ConversationError ? cause.message : 'The address does not respond.';
      const message = `The metadata could not be read. ${reason}`;
      const problems = [{ path: 'metadataUrl', message }];
      throw new ApiError('invalid_request', { problems, cause });
    }
  };
}
