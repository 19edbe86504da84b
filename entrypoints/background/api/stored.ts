import { CondorError } from '../../../shared/errors.ts';
import type { Startup } from '../state/startup.ts';
import type { StoredRecovery } from '../state/stored-recovery.ts';
import type { Handlers } from './serve.ts';

class StoredDataError extends CondorError<'readable' | 'unreadable'> {}

/** While stored data is unreadable, only these topics are served: others could overwrite it. */
export function ensureReadable(isUnreadable: boolean, topic: string): void {
  if (!isUnreadable || topic.startsWith('stored.')) return;
  throw new StoredDataError('unreadable', 'The stored data cannot be read.');
}

/** Options of the user when this version can't read the stored data. */
export function storedHandlers(deps: {
  storedRecovery: StoredRecovery;
  startup: Pick<Startup, 'run'>;
  isUnreadable: () => boolean;
}): Pick<Handlers, Extract<keyof Handlers, `stored.${string}`>> {
  const ensureUnreadable = () => {
    if (deps.isUnreadable()) return;
    throw new StoredDataError('readable', 'The stored data can be read.');
  };
  return {
    'stored.copy': async () => ({ text: await deps.storedRecovery.copy() }),
    async 'stored.retry'() {
      ensureUnreadable();
      await deps.startup.run();
    },
    async 'stored.delete'() {
      ensureUnreadable();
      await deps.storedRecovery.deleteUnreadable();
      await deps.startup.run();
    },
  };
}
