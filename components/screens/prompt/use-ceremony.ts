import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type {
  CeremonyCommand,
  CeremonyFailure,
  CeremonyReport,
  CeremonyStep,
} from '../../../shared/messages/ceremony.ts';

type Result =
  | Omit<Extract<CeremonyReport, { type: 'created' }>, 'number'>
  | Omit<Extract<CeremonyReport, { type: 'asserted' }>, 'number'>
  | { readonly type: 'failed'; readonly failure: CeremonyFailure };

type Step = Extract<CeremonyCommand, { type: 'step' }>;
/** A command that changes the page. `forget` doesn't change the page. */
type Shown = Exclude<CeremonyCommand, { type: 'forget' }>;

export interface CeremonyProps {
  onCommand: (listener: (command: Shown) => void) => void;
  onLost: (listener: () => void) => void;
  runStep: (step: CeremonyStep) => Promise<Result>;
  /** Returns whether this computer has built-in passkeys. */
  hasOwnPasskeys: () => Promise<boolean>;
  /** Replaces the explanation when passkeys are simulated. */
  notice: ReactNode | undefined;
  report: (report: CeremonyReport) => void;
  close: () => void;
}

/** Returns the worker's latest command, and the state of the requested prompt. */
export function useCeremony(props: CeremonyProps) {
  const { onCommand, onLost, runStep, hasOwnPasskeys, report } = props;
  const [command, setCommand] = useState<Shown>();
  const [prompts, setPrompts] = useState(0);
  const [failure, setFailure] = useState<CeremonyFailure>();
  const [isLost, setIsLost] = useState(false);
  /** True until the user has continued from the explanation where passkeys can be stored. */
  const [isExplaining, setIsExplaining] = useState(false);
  /**
   * True once the worker has received a credential. The page doesn't know how the worker used the
   * credential.
   */
  const [hasReported, setHasReported] = useState(false);

  const prompt = useCallback(
    async (step: Step) => {
      setFailure(undefined);
      setIsExplaining(false);
      const result = await runStep(step);
      if (result.type === 'failed') setFailure(result.failure);
      else {
        setHasReported(true);
        report({ ...result, number: step.number });
      }
    },
    [runStep, report],
  );

  useEffect(() => {
    onLost(() => setIsLost(true));
    onCommand(async (next) => {
      setCommand(next);
      setIsExplaining(false);
      if (next.type !== 'step') return;
      setPrompts((before) => before + 1);
      if (next.kind === 'create' && !(await hasOwnPasskeys())) setIsExplaining(true);
      else void prompt(next);
    });
  }, [onCommand, onLost, prompt, hasOwnPasskeys]);

  return { command, prompts, failure, isLost, isExplaining, hasReported, prompt };
}
