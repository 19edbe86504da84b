import { useCallback, useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';

export interface Action<Args extends readonly unknown[]> {
  run: (...args: Args) => Promise<boolean>;
  readonly isRunning: boolean;
  readonly isDone: boolean;
  readonly problem: string | undefined;
  clear: () => void;
}

/** Runs an asynchronous action, never twice at the same time, and keeps its failure as text. */
export function useAction<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const [isRunning, setIsRunning] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  const run = useCallback(async (...args: Args) => {
    setIsRunning(true);
    setIsDone(false);
    setProblem(undefined);
    try {
      await latest.current(...args);
      setIsDone(true);
      return true;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : i18n.t('ui.failed'));
      return false;
    } finally {
      setIsRunning(false);
    }
  }, []);
  return { run, isRunning, isDone, problem, clear: () => setProblem(undefined) };
}
