import type { JudgePerturbation } from '@parley/suite';
import type { ErrorFigures } from '@parley/suite/gate';

export interface Cost {
  requests: number;
  tokens: number;
}

/** The fields of a judge in the API that the command line prints. */
export interface ServerJudge {
  model: string | null;
  licence: {
    state: string;
    why: string | null;
    falsePasses: ErrorFigures;
    falseFailures: ErrorFigures;
    languages: {
      name: string;
      state: string;
      falsePasses: ErrorFigures;
      falseFailures: ErrorFigures;
    }[];
  };
  replies: { passed: number; failed: number; unmeasured: number };
  measuring: { isRunning: boolean; answered: number; failure: string | null; cost: Cost };
  stability: {
    isRunning: boolean;
    failure: string | null;
    perturbations: {
      name: JudgePerturbation;
      isAsked: boolean;
      asked: number;
      applicable: number;
      failed: ErrorFigures;
      passed: ErrorFigures;
      isUnstable: boolean;
      cost: Cost;
    }[];
  };
}
