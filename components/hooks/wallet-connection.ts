import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WalletSnapshot } from '../../shared/messages/snapshot.ts';
import type {
  UiFailure,
  UiMessage,
  WalletAnswers,
  WalletPayload,
  WalletTopic,
} from '../../shared/messages/wallet-api.ts';

/** The part of a runtime port that a page of the wallet uses. */
export interface UiPort {
  postMessage(message: unknown): void;
  onMessage: { addListener(listener: (message: UiMessage) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/** A failure with a sentence for people, as the worker worked it out. */
export class WalletFailure extends Error {
  readonly code: string;

  constructor(failure: UiFailure) {
    super(failure.message);
    this.name = 'WalletFailure';
    this.code = failure.code;
  }
}

export interface WalletConnection {
  /** The worker's state; `undefined` until the first answer. */
  readonly store: StoreApi<{ snapshot: WalletSnapshot | undefined }>;
  call<Topic extends WalletTopic>(
    topic: Topic,
    payload: WalletPayload<Topic>,
  ): Promise<WalletAnswers[Topic]>;
}

/** Connects a page to the worker; connects again when the worker was stopped. */
export function connectWallet(connect: () => UiPort): WalletConnection {
  const store = createStore<{ snapshot: WalletSnapshot | undefined }>(() => ({
    snapshot: undefined,
  }));
  const waiting = new Map<
    number,
    { resolve: (result: never) => void; reject: (error: Error) => void }
  >();
  let port: UiPort | undefined;
  let count = 0;

  const open = (): UiPort => {
    const opened = connect();
    opened.onMessage.addListener((message) => {
      if ('snapshot' in message) {
        store.setState({ snapshot: message.snapshot });
        return;
      }
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if ('failure' in message) call?.reject(new WalletFailure(message.failure));
      else call?.resolve(message.result as never);
    });
    opened.onDisconnect.addListener(() => {
      for (const call of waiting.values()) {
        call.reject(
          new WalletFailure({
            code: 'interrupted',
            message: 'The wallet was restarted meanwhile. Look at the state, then try again.',
          }),
        );
      }
      waiting.clear();
      port = open();
    });
    return opened;
  };
  port = open();

  return {
    store,
    call: (topic, payload) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        port?.postMessage({ id: count, topic, payload });
      }),
  };
}
