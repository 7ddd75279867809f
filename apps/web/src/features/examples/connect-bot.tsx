import { Plug } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { lazyPart } from '#/ui/lazy-part.ts';

const Dialog = lazyPart(async () => (await import('./connect-bot-dialog.tsx')).ConnectBotDialog);

/** Button that opens the dialog for connecting the user's own bot. */
export function ConnectBot({ projectId }: { projectId?: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<Plug className="size-4" aria-hidden />} onClick={() => setIsOpen(true)}>
        Connect your own
      </Button>
      {isOpen && (
        <Suspense>
          <Dialog projectId={projectId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
