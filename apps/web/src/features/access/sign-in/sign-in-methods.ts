import { catalogue, type Installation } from '@parley/contract';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '#/lib/api.ts';

type SignInMethod = Installation['signInMethods'][number];

const useMethodsStore = create<{ methods: readonly SignInMethod[] | null }>(() => ({
  methods: null,
}));

let isAsked = false;

/** Which further ways to sign in are set up here; null until that is known, none when it cannot be. */
export function useSignInMethods(): readonly SignInMethod[] | null {
  useEffect(() => {
    if (isAsked) return;
    isAsked = true;
    call(catalogue.getInstallation, {}).then(
      ({ signInMethods }) => useMethodsStore.setState({ methods: signInMethods }),
      () => {
        isAsked = false;
        useMethodsStore.setState({ methods: [] });
      },
    );
  }, []);
  return useMethodsStore((state) => state.methods);
}
