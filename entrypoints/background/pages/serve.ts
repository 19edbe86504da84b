import {
  changesSince,
  type SnapshotTexts,
  textsOf,
} from '../../../shared/messages/snapshot-changes.ts';
import type { SentSnapshot } from '../../../shared/messages/snapshot-form.ts';
import {
  UiRequestSchema,
  WALLET_API,
  type WalletPayload,
  type WalletTopic,
} from '../../../shared/messages/wallet-api.ts';
import { parseAs } from '../../../shared/parse.ts';
import { failureOf } from '../chain/failures.ts';
import type { Handlers } from '../kernel/feature.ts';
import { isOwnPage, post, type RuntimePort } from '../platform/ports.ts';

export interface UiPorts {
  accept(port: RuntimePort): void;
  /** Sends changes to every open page of the wallet. Does nothing when no page is open. */
  publish(): void;
}

/**
 * Serves the wallet's own pages: parses each message, rejects unknown topics, and sends changes.
 */
export function serveUi(deps: {
  /** Resolves when pages can be shown the wallet as it is. */
  shown: Promise<void>;
  /** Resolves when all stored data is loaded. */
  ready: Promise<void>;
  handlers: Handlers;
  /** Throws while a topic may not be asked for. */
  ensureAllowed: (topic: WalletTopic) => void;
  snapshot: () => SentSnapshot;
  /** Called whenever the snapshot can have changed. */
  onChange: () => void;
}): UiPorts {
  /** Pages that have a snapshot. */
  const open = new Set<RuntimePort>();
  /** The snapshot that these pages have. */
  let sent: SnapshotTexts = new Map();

  async function handle<Topic extends WalletTopic>(topic: Topic, payload: unknown) {
    const parsed = parseAs(WALLET_API[topic], payload);
    if (parsed === undefined) throw new TypeError('the payload does not fit the topic');
    deps.ensureAllowed(topic);
    return deps.handlers[topic](parsed as WalletPayload<Topic>);
  }

  function publish(): void {
    deps.onChange();
    if (open.size === 0) return;
    const snapshot = deps.snapshot();
    const texts = textsOf(snapshot);
    const changes = changesSince(sent, texts, snapshot);
    sent = texts;
    if (changes !== undefined) for (const port of open) post(port, changes);
  }

  return {
    accept(port) {
      if (!isOwnPage(port)) {
        port.disconnect();
        return;
      }
      let isOpen = true;
      port.onDisconnect.addListener(() => {
        isOpen = false;
        open.delete(port);
      });
      port.onMessage.addListener(async (message: unknown) => {
        const request = parseAs(UiRequestSchema, message);
        if (request === undefined || !isTopic(request.topic)) return;
        const { id, topic, payload } = request;
        try {
          await deps.ready;
          post(port, { id, result: (await handle(topic, payload)) ?? null });
        } catch (error) {
          post(port, { id, failure: failureOf(error) });
        }
      });
      deps.shown.then(
        () => {
          if (!isOpen) return;
          // Sends the changes to the other pages first, so that all pages have the same snapshot.
          publish();
          const snapshot = deps.snapshot();
          sent = textsOf(snapshot);
          open.add(port);
          post(port, { snapshot });
        },
        // Without stored data, the page shows that the wallet doesn't respond.
        () => port.disconnect(),
      );
    },
    publish,
  };
}

function isTopic(topic: string): topic is WalletTopic {
  return Object.hasOwn(WALLET_API, topic);
}
