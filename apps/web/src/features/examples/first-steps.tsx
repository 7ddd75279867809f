import { TryDemoBot } from './try-demo-bot.tsx';

interface FirstStepsProps {
  /** Project for what is created; by default one of its own. */
  projectId?: string;
}

/** Ways to see results before writing a test, as buttons for an empty page. */
export function FirstSteps({ projectId }: FirstStepsProps) {
  return <TryDemoBot projectId={projectId} />;
}
