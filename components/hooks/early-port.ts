import { isRecord } from '../../shared/is-record.ts';
import { LOCK_SCREEN } from '../../shared/messages/port-names.ts';
import type { SentSnapshot } from '../../shared/messages/snapshot-form.ts';
import type { UiMessage } from '../../shared/messages/wallet-api.ts';
import type { UiPort } from './wallet-connection.ts';

/** A page's port, opened before the page's code was loaded. */
interface EarlyPort {
  readonly port: UiPort;
  /**
   * Messages of the worker that the page hasn’t read yet. Empty once the page’s code reads them
   * itself, because answers can contain secrets.
   */
  messages: UiMessage[] | undefined;
  isLost: boolean;
}

/** Object in which a page's first script leaves the port for the page's code. */
export interface EarlyScope {
  condorPort?: EarlyPort;
  /** The stored snapshot of a locked wallet, by its key. */
  condorLockScreen?: Promise<Readonly<Record<string, unknown>>>;
}

declare global {
  interface Window extends EarlyScope {}
}

/** Opens the page's port, and stores the worker's messages until the page's code uses the port. */
export function openEarly(scope: EarlyScope, port: UiPort): void {
  const early: EarlyPort = { port, messages: [], isLost: false };
  port.onMessage.addListener((message) => early.messages?.push(message));
  port.onDisconnect.addListener(() => {
    early.isLost = true;
  });
  scope.condorPort = early;
}

/**
 * Returns a connect function whose first call returns the port that is already open, unless that
 * port was disconnected.
 */
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

/** Returns the snapshot of a locked wallet that a former worker stored, if any. */
export async function takeLockScreen(scope: EarlyScope): Promise<SentSnapshot | undefined> {
  const stored = (await scope.condorLockScreen)?.[LOCK_SCREEN];
  if (!isRecord(stored)) return undefined;
  // Only the wallet's worker can write there, and an update deletes it.
  const snapshot = stored.value as SentSnapshot | undefined;
  const isLocked = isRecord(snapshot?.vault) && snapshot.vault.status === 'locked';
  return isLocked ? snapshot : undefined;
}
