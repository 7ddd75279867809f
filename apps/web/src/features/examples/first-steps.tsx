import { ConnectBot } from './connect-bot.tsx';
import { CreateExample } from './create-example.tsx';
import { TryDemoBot } from './try-demo-bot.tsx';

/** Ways to a first answer, of the demo bot or of one's own, and to a project that shows more. */
export function FirstSteps({ projectId }: { projectId?: string }) {
  return (
    <>
      <TryDemoBot {...(projectId !== undefined && { projectId })} />
      <ConnectBot projectId={projectId} />
      {projectId === undefined && <CreateExample />}
    </>
  );
}
