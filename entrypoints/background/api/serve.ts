import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import {
  UiRequestSchema,
  WALLET_API,
  type WalletAnswers,
  type WalletPayload,
  type WalletTopic,
} from '../../../shared/messages/wallet-api.ts';
import { parseAs } from '../../../shared/parse.ts';
import { isOwnPage, post, type RuntimePort } from '../platform/ports.ts';
import { failureOf } from './failures.ts';

/** A handler for each topic of the wallet API; a missing one does not compile. */
export type Handlers = {
  readonly [Topic in WalletTopic]: (payload: WalletPayload<Topic>) => Promise<WalletAnswers[Topic]>;
};

export interface UiPorts {
  accept(port: RuntimePort): void;
  /** Sends the state to every open page of the wallet. */
  publish(): void;
}

/** Serves the wallet's own pages: parses each message, refuses unknown topics, pushes the state. */
export function serveUi(deps: {
  ready: Promise<void>;
  handlers: Handlers;
  /** Throws while a topic may not be asked for. */
  demandAllowed: (topic: WalletTopic) => void;
  snapshot: () => WalletSnapshot;
}): UiPorts {
  const open = new Set<RuntimePort>();
  /** Before everything stored is read, there is no state that a page should see. */
  let isReady = false;
  deps.ready.then(
    () => {
      isReady = true;
    },
    // Every page that asks is told by its own port.
    () => undefined,
  );

  async function handle<Topic extends WalletTopic>(topic: Topic, payload: unknown) {
    const parsed = parseAs(WALLET_API[topic], payload);
    if (parsed === undefined) throw new TypeError('the payload does not fit the topic');
    deps.demandAllowed(topic);
    return deps.handlers[topic](parsed as WalletPayload<Topic>);
  }

  return {
    accept(port) {
      if (!isOwnPage(port)) {
        port.disconnect();
        return;
      }
      open.add(port);
      port.onDisconnect.addListener(() => open.delete(port));
      port.onMessage.addListener(async (message: unknown) => {
        const request = parseAs(UiRequestSchema, message);
        if (request === undefined || !isTopic(request.topic)) return;
        const { id, topic, payload } = request;
        try {
          await deps.ready;
          post(port, { id, result: await handle(topic, payload) });
        } catch (error) {
          post(port, { id, failure: failureOf(error) });
        }
      });
      deps.ready.then(
        () => post(port, { snapshot: deps.snapshot() }),
        // Without what is stored there is no state to show: the page says that nobody answers.
        () => port.disconnect(),
      );
    },
    publish() {
      if (!isReady) return;
      const snapshot = deps.snapshot();
      for (const port of open) post(port, { snapshot });
    },
  };
}

function isTopic(topic: string): topic is WalletTopic {
  return Object.hasOwn(WALLET_API, topic);
}
