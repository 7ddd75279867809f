import { Button } from '#/ui/button.tsx';

/** Page for unexpected rendering errors. */
export function ErrorFallback({ error: thrown }: { error: unknown }) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return (
    <section
      role="alert"
      className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-16"
      aria-labelledby="error-title"
    >
      <h1 id="error-title" className="font-semibold text-xl">
        Something went wrong
      </h1>
      <p className="text-ink-muted">
        This page ran into an error. Reload it; if that does not help, contact support with the
        details below.
      </p>
      <div>
        <Button variant="primary" onClick={() => location.reload()}>
          Reload Page
        </Button>
      </div>
      <details className="mt-2 rounded-lg bg-surface shadow-card ring-1 ring-line">
        <summary className="rounded-lg px-4 py-3 font-medium text-sm marker:text-ink-faint">
          View Error Details
        </summary>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-line border-t px-4 py-3 text-sm">
          <dt className="text-ink-muted">Name</dt>
          <dd>{error.name}</dd>
          <dt className="text-ink-muted">Message</dt>
          <dd className="break-words">{error.message}</dd>
          <dt className="text-ink-muted">Stack</dt>
          <dd className="min-w-0">
            <pre className="whitespace-pre-wrap break-all font-mono text-xs">{error.stack}</pre>
          </dd>
        </dl>
      </details>
    </section>
  );
}
