import { createFileRoute, redirect } from '@tanstack/react-router';
import { AutomaticSignIn } from '#/features/access/sign-in/automatic-sign-in.tsx';
import { IbmScreen } from '#/features/access/sign-in/ibm-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';
import { guard } from '#/lib/session/guard.ts';

const readSearch = searchValues({ instance_id: text, code: text, state: text });
const signedOutOnly = guard('signed-out');

/**
 * Removes the code and the state from the URL before they are used. The instance id stays, which is enough for another
 * attempt.
 */
export const Route = createFileRoute('/_signed-out/ibm-login')({
  validateSearch: readSearch,
  beforeLoad: async ({ search }) => {
    // Few users sign in this way, so this code is not part of the entry chunk.
    const { keepIbmReturn, spendIbmReturn } = await import('#/features/access/sign-in/ibm.ts');
    const { code, state, instance_id } = search;
    if (code) {
      const instanceId = state ?? instance_id ?? '';
      keepIbmReturn({ code, instanceId });
      const kept = instanceId === '' ? {} : { instance_id: instanceId };
      throw redirect({ to: '/ibm-login', search: kept, replace: true });
    }
    const { wasTried, failure } = await spendIbmReturn();
    if (!wasTried && !instance_id) throw redirect({ to: '/signin', replace: true });
    await signedOutOnly();
    return { ibmFailure: failure };
  },
  component: IbmLogin,
  pendingComponent: AutomaticSignIn,
  pendingMs: 0,
});

function IbmLogin() {
  const { instance_id } = Route.useSearch();
  const { ibmFailure } = Route.useRouteContext();
  return <IbmScreen instanceId={instance_id} failure={ibmFailure} />;
}
