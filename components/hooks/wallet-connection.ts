import { createStore, type StoreApi } from 'zustand/vanilla';
import { inJson } from '../../shared/codec.ts';
import { receivedAnswer } from '../../shared/messages/answer-forms.ts';
import type { Failure, FailureCode } from '../../shared/messages/failures.ts';
import type { WalletSnapshot } from '../../shared/messages/snapshot.ts';
import { withChanges } from '../../shared/messages/snapshot-changes.ts';
import { receivedForm, type SentSnapshot } from '../../shared/messages/snapshot-form.ts';
import type { TopicName, WalletTopics } from '../../shared/messages/topics.ts';
import type { WalletAnswers } from '../../shared/messages/wallet-answers.ts';
import type { UiMessage, WalletCommand, WalletPayload } from '../../shared/messages/wallet-api.ts';
import { describeFailure } from '../texts/describe-failure.ts';
import { createTopicReader } from './received-topic.ts';

/** The part of a runtime port that a page of the wallet uses. */
export interface UiPort {
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: { addListener(listener: (message: UiMessage) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/** A failure that the worker reported; its message is text for the user. */
export class WalletFailure extends Error {
  readonly code: FailureCode;
  readonly failure: Failure;
  /** The contract's own message, if a contract refused. */
  readonly words: string | undefined;

  constructor(failure: Failure) {
    super(describeFailure(failure));
    this.name = 'WalletFailure';
    this.code = failure.code;
    this.failure = failure;
    this.words =
      failure.code === 'chain' && failure.details.kind === 'contract'
        ? failure.details.text
        : undefined;
  }
}

/** A watched topic: its last value, and a failure that occurred after that value, if any. */
interface Watched<Value> {
  readonly value?: Value;
  readonly failure?: WalletFailure;
}

export interface WalletConnection {
  /** The worker's state; `undefined` until the first answer. */
  readonly store: StoreApi<{
    snapshot: WalletSnapshot | undefined;
    /** Id of the fill or procedure that the last refusal named. */
    refusedBy?: string;
    readonly topics?: { readonly [Name in TopicName]?: Watched<WalletTopics[Name]> };
  }>;
  /** Keeps a topic in the store until the returned function is called. */
  watch(topic: TopicName): () => void;
  call<Name extends WalletCommand>(
    command: Name,
    payload: WalletPayload<Name>,
  ): Promise<WalletAnswers[Name]>;
}

/**
 * Milliseconds before a new port is opened. A port that is opened while the worker dies connects to
 * the dead worker.
 */
const PAUSE_MS = 50;
/**
 * Milliseconds after which a port without a message counts as connected to a dead worker. A living
 * worker sends its state immediately.
 */
const SILENCE_MS = 1500;

interface Waiting {
  command: WalletCommand;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/**
 * Connects a page to the worker, and reconnects after the worker was stopped. Until the worker
 * answers, the page shows the lock screen that an earlier worker stored.
 */
export function connectWallet(
  connect: () => UiPort,
  lockScreen?: Promise<SentSnapshot | undefined>,
): WalletConnection {
  const store: WalletConnection['store'] = createStore(() => ({ snapshot: undefined }));
  const waiting = new Map<number, Waiting>();
  let unsent: unknown[] = [];
  let port: UiPort | undefined;
  let count = 0;
  const watched = new Map<TopicName, number>();

  const read = createTopicReader();

  const receiveTopic = (message: Extract<UiMessage, { topic: TopicName }>) => {
    const { topic } = message;
    const { topics } = store.getState();
    const hold = (held: Watched<unknown>) =>
      store.setState({ topics: { ...topics, [topic]: held } });
    if (!watched.has(topic)) return;
    if ('failure' in message) {
      hold({ ...topics?.[topic], failure: new WalletFailure(message.failure) });
      return;
    }
    const value = read(topic, message.value, topics?.orders?.value);
    if (value !== undefined) hold({ value });
  };

  /** Subscribes or unsubscribes. A port that opens later subscribes to all watched topics. */
  const wish = (watch: TopicName, isOn: boolean) => {
    const known = watch === 'orders' ? store.getState().topics?.orders?.value?.list : undefined;
    port?.postMessage({ watch, isOn, ...(known === undefined ? {} : { known }) });
  };

  /**
   * While the vault is locked, removes a request's explanation. It must not reappear in a hidden
   * page.
   */
  const take = (snapshot: WalletSnapshot) => {
    const { approval, ...others } = store.getState().topics ?? {};
    const isOver = approval !== undefined && snapshot.vault.status !== 'unlocked';
    store.setState({ snapshot, ...(isOver ? { topics: others } : {}) });
  };

  const receive = (message: UiMessage) => {
    if ('snapshot' in message) {
      take(receivedForm(message.snapshot) as WalletSnapshot);
      return;
    }
    if ('changes' in message) {
      const { snapshot } = store.getState();
      if (snapshot !== undefined) take(withChanges(snapshot, message));
      return;
    }
    if ('topic' in message) {
      receiveTopic(message);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if ('failure' in message) {
      const { failure } = message;
      if ('details' in failure && 'holder' in failure.details)
        store.setState({ refusedBy: failure.details.holder });
      call?.reject(new WalletFailure(failure));
    } else if (call !== undefined)
      call.resolve(receivedAnswer(call.command, message.result) as never);
  };

  const lose = (lost: UiPort) => {
    if (port !== lost) return;
    port = undefined;
    for (const call of waiting.values()) call.reject(interrupted());
    waiting.clear();
    setTimeout(open, PAUSE_MS);
  };

  function open(): void {
    const opened = connect();
    port = opened;
    const silence = setTimeout(() => {
      opened.disconnect();
      lose(opened);
    }, SILENCE_MS);
    opened.onMessage.addListener((message) => {
      clearTimeout(silence);
      receive(message);
    });
    opened.onDisconnect.addListener(() => {
      clearTimeout(silence);
      lose(opened);
    });
    for (const topic of watched.keys()) wish(topic, true);
    for (const message of unsent.splice(0)) opened.postMessage(message);
  }
  open();
  // The worker's state takes precedence over the lock screen, whichever arrives first.
  lockScreen
    ?.then((sent) => {
      if (sent !== undefined && store.getState().snapshot === undefined)
        store.setState({ snapshot: receivedForm(sent) as WalletSnapshot });
    })
    .catch(() => undefined);

  return {
    store,
    watch(topic) {
      const uses = watched.get(topic);
      watched.set(topic, (uses ?? 0) + 1);
      if (uses === undefined) wish(topic, true);
      return () => {
        watched.set(topic, (watched.get(topic) ?? 1) - 1);
        // Another component may subscribe in the same render. Unsubscribing later lets a long list
        // keep arriving.
        queueMicrotask(() => {
          if (watched.get(topic) !== 0) return;
          watched.delete(topic);
          wish(topic, false);
        });
      };
    },
    call: (command, payload) =>
      new Promise((resolve, reject) => {
        count += 1;
        const message = { id: count, command, payload: inJson(payload) };
        waiting.set(count, { command, resolve, reject });
        if (port === undefined) unsent = [...unsent, message];
        else port.postMessage(message);
      }),
  };
}

function interrupted(): WalletFailure {
  return new WalletFailure({ code: 'interrupted' });
}
