import { ConnectBot } from './connect-bot.tsx';
import { CreateExample } from './create-example.tsx';
import { TryDemoBot } from './try-demo-bot.tsx';

/**
 * Ways to get a first reply, from the demo bot or the user's own bot. Without a project, it also offers to create the example
 * project.
 */
export function FirstSteps({ projectId }: { projectId?: string }) {
  return (
    <>
      <TryDemoBot {...(projectId !== undefined && { projectId })} />
      <ConnectBot projectId={projectId} />
      {projectId === undefined && <CreateExample />}
    </>
  );
}
