import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { WalletSnapshot } from '../../shared/messages/snapshot.ts';
import type { TopicName } from '../../shared/messages/topics.ts';
import type { WalletConnection } from './wallet-connection.ts';

export const WalletContext = createContext<WalletConnection | undefined>(undefined);

function useConnection(): WalletConnection {
  const connection = useContext(WalletContext);
  if (connection === undefined) throw new Error('no wallet connection above this component');
  return connection;
}

/** Returns the function that sends commands to the worker; see `WALLET_API`. */
export function useWalletCall(): WalletConnection['call'] {
  return useConnection().call;
}

/** Returns a part of the worker's state; `undefined` until the worker's first answer. */
export function useSnapshot<Part>(select: (snapshot: WalletSnapshot) => Part): Part | undefined {
  return useStore(useConnection().store, ({ snapshot }) =>
    snapshot === undefined ? undefined : select(snapshot),
  );
}

/** Returns the id of the procedure that the last refusal named, if any. */
export function useRefusedBy(): string | undefined {
  return useStore(useConnection().store, ({ refusedBy }) => refusedBy);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Subscribes to a topic while `isOn` and the page is visible, and keeps the last value. */
export function useTopic<Name extends TopicName>(topic: Name, isOn = true) {
  const { store, watch } = useConnection();
  const isVisible = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState !== 'hidden',
    () => true,
  );
  useEffect(() => (isOn && isVisible ? watch(topic) : undefined), [watch, topic, isOn, isVisible]);
  return useStore(store, ({ topics }) => topics?.[topic]);
}
