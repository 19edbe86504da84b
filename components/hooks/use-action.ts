import { useCallback, useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';
import { holderOf, useIsOver } from './use-holder.ts';
import { WalletFailure } from './wallet-connection.ts';

export interface Action<Args extends readonly unknown[]> {
  run: (...args: Args) => Promise<boolean>;
  readonly isRunning: boolean;
  readonly isDone: boolean;
  readonly problem: string | undefined;
  clear: () => void;
}

/**
 * Runs an asynchronous action, never twice at the same time, and keeps its failure as text. A refusal
 * is forgotten once the procedure that caused it has ended.
 */
export function useAction<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const [isRunning, setIsRunning] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const isOver = useIsOver(
    failure instanceof WalletFailure ? holderOf(failure.failure) : undefined,
  );
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  const run = useCallback(async (...args: Args) => {
    setIsRunning(true);
    setIsDone(false);
    setFailure(undefined);
    try {
      await latest.current(...args);
      setIsDone(true);
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(i18n.t('ui.failed')));
      return false;
    } finally {
      setIsRunning(false);
    }
  }, []);
  useEffect(() => {
    if (isOver) setFailure(undefined);
  }, [isOver]);
  const problem = isOver ? undefined : failure?.message;
  return { run, isRunning, isDone, problem, clear: () => setFailure(undefined) };
}
