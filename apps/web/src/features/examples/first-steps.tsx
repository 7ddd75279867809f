import { ConnectBot } from './connect-bot.tsx';
import { TryDemoBot } from './try-demo-bot.tsx';

/** Both ways to a first answer: of the demo bot, or of one's own. */
export function FirstSteps({ projectId }: { projectId?: string }) {
  return (
    <>
      <TryDemoBot {...(projectId !== undefined && { projectId })} />
      <ConnectBot projectId={projectId} />
    </>
  );
}
