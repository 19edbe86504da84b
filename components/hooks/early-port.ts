import { isRecord } from '../../shared/is-record.ts';
import { LOCK_SCREEN } from '../../shared/messages/port-names.ts';
import type { SentSnapshot } from '../../shared/messages/snapshot-form.ts';
import type { UiMessage } from '../../shared/messages/wallet-api.ts';
import type { UiPort } from './wallet-connection.ts';

/** The page's port, opened before the page's code was loaded. */
interface EarlyPort {
  readonly port: UiPort;
  /**
   * Messages of the worker that the page's code hasn't read yet. Undefined once the page's code
   * listens. Later messages aren't kept, because they can contain secrets.
   */
  messages: UiMessage[] | undefined;
  isLost: boolean;
}

/** The global object, in which the page's first script leaves the port for the page's code. */
export interface EarlyScope {
  condorPort?: EarlyPort;
  /** The stored lock screen, by its storage key; see `takeLockScreen`. */
  condorLockScreen?: Promise<Readonly<Record<string, unknown>>>;
}

declare global {
  interface Window extends EarlyScope {}
}

/** Opens the page's port, and keeps the worker's messages until the page's code listens. */
export function openEarly(scope: EarlyScope, port: UiPort): void {
  const early: EarlyPort = { port, messages: [], isLost: false };
  port.onMessage.addListener((message) => early.messages?.push(message));
  port.onDisconnect.addListener(() => {
    early.isLost = true;
  });
  scope.condorPort = early;
}

/** Returns a connect function whose first call returns the early port while it is connected. */
export function takeEarly(scope: EarlyScope, connect: () => UiPort): () => UiPort {
  return () => {
    const early = scope.condorPort;
    delete scope.condorPort;
    if (early === undefined || early.isLost) return connect();
    const { port } = early;
    return {
      postMessage: (message) => port.postMessage(message),
      disconnect: () => port.disconnect(),
      onDisconnect: port.onDisconnect,
      onMessage: {
        addListener(listener) {
          for (const message of early.messages ?? []) listener(message);
          early.messages = undefined;
          port.onMessage.addListener(listener);
        },
      },
    };
  };
}

/** Returns the lock screen that an earlier worker stored, if any. */
export async function takeLockScreen(scope: EarlyScope): Promise<SentSnapshot | undefined> {
  const stored = (await scope.condorLockScreen)?.[LOCK_SCREEN];
  if (!isRecord(stored)) return undefined;
  // Only the wallet's worker can write this entry, and an update of the extension deletes it.
  const snapshot = stored.value as SentSnapshot | undefined;
  const isLocked = isRecord(snapshot?.vault) && snapshot.vault.status === 'locked';
  return isLocked ? snapshot : undefined;
}
