import { useState } from 'react';
import { Button } from '#/ui/button.tsx';

type Fault = 'none' | 'sync' | 'runtime';

/** Causes each kind of failure on request, to test the error boundary and the log. */
export function ErrorTestScreen() {
  const [fault, setFault] = useState<Fault>('none');
  if (fault === 'sync') throw new Error('A synchronous error, thrown on purpose while drawing');
  if (fault === 'runtime') return <p>{nameOf(undefined as unknown as { name: string })}</p>;
  return (
    <section className="flex max-w-xl flex-col gap-4">
      <h1 className="font-semibold text-xl">Error test</h1>
      <p className="text-ink-muted">
        The first and the last button break this page on purpose. The asynchronous error happens
        outside of rendering: the page stays, and the error appears in the browser console.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setFault('sync')}>Throw Sync Error</Button>
        <Button onClick={() => void rejectLater()}>Throw Async Error</Button>
        <Button onClick={() => setFault('runtime')}>Cause Runtime Error</Button>
      </div>
    </section>
  );
}

/** Throws the JavaScript engine's own TypeError for undefined. */
function nameOf(thing: { name: string }): string {
  return thing.name.toUpperCase();
}

async function rejectLater(): Promise<never> {
  await Promise.resolve();
  throw new Error('An asynchronous error, thrown on purpose');
}
