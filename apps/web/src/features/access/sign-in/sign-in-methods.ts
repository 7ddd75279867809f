import { catalogue, type Installation } from '@parley/contract';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '#/lib/api.ts';

type SignInMethod = Installation['signInMethods'][number];

const useMethodsStore = create<{ methods: readonly SignInMethod[] | null }>(() => ({
  methods: toldMethods(),
}));

let isAsked = false;

/** Configured sign-in methods; null while they are loading, empty if they cannot be loaded. */
export function useSignInMethods(): readonly SignInMethod[] | null {
  useEffect(() => {
    if (isAsked || useMethodsStore.getState().methods !== null) return;
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

/** Reads the methods from a meta tag. It is missing during development, when another server serves the page. */
function toldMethods(): SignInMethod[] | null {
  const told = document.querySelector<HTMLMetaElement>('meta[name="parley-sign-in"]')?.content;
  return told === undefined ? null : (told.split(' ').filter(Boolean) as SignInMethod[]);
}
