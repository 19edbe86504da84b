import { sentAnswer } from '../../../shared/messages/answer-forms.ts';
import {
  changesSince,
  type SnapshotTexts,
  textsOf,
} from '../../../shared/messages/snapshot-changes.ts';
import type { SentSnapshot } from '../../../shared/messages/snapshot-form.ts';
import { type TopicName, WatchSchema } from '../../../shared/messages/topics.ts';
import {
  UiRequestSchema,
  WALLET_API,
  type WalletCommand,
  type WalletPayload,
} from '../../../shared/messages/wallet-api.ts';
import { parseAs } from '../../../shared/parse.ts';
import { failureOf } from '../chain/failures.ts';
import type { Handlers, Topics } from '../kernel/feature.ts';
import { isOwnPage, post, type RuntimePort } from '../platform/ports.ts';
import { createWatching } from './watching.ts';

export interface UiPorts {
  accept(port: RuntimePort): void;
  /** Sends changes to every open page of the wallet. Does nothing when no page is open. */
  publish(): void;
}

/**
 * Serves the wallet's own pages: parses messages, rejects unknown commands, sends changes and
 * watched topics.
 */
export function serveUi(deps: {
  /** Resolves when pages can show the wallet's state. */
  shown: Promise<void>;
  /** Resolves when all stored data is loaded. */
  ready: Promise<void>;
  handlers: Handlers;
  topics: Topics;
  keepAlive: () => void;
  /** Throws while a command or topic isn't allowed. */
  ensureAllowed: (name: WalletCommand | TopicName) => void;
  snapshot: () => SentSnapshot;
  onChange: () => void;
}): UiPorts {
  const open = new Set<RuntimePort>();
  /** The snapshot that the open pages have. */
  let sent: SnapshotTexts = new Map();

  async function handle<Name extends WalletCommand>(command: Name, payload: unknown) {
    const parsed = parseAs(WALLET_API[command], payload);
    if (parsed === undefined) throw new TypeError('the payload does not fit the command');
    deps.ensureAllowed(command);
    return deps.handlers[command](parsed as WalletPayload<Name>);
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
      const watching = createWatching({ ...deps, post: (message) => post(port, message) });
      port.onDisconnect.addListener(() => {
        isOpen = false;
        open.delete(port);
        watching.end();
      });
      port.onMessage.addListener(async (message: unknown) => {
        const wish = parseAs(WatchSchema, message);
        if (wish !== undefined) return watching.set(wish);
        const request = parseAs(UiRequestSchema, message);
        if (request === undefined || !isCommand(request.command)) return;
        const { id, command, payload } = request;
        try {
          await deps.ready;
          post(port, { id, result: sentAnswer(command, (await handle(command, payload)) ?? null) });
        } catch (error) {
          post(port, { id, failure: failureOf(error) });
        }
      });
      deps.shown.then(
        () => {
          if (!isOpen) return;
          // The other pages get the changes first. All pages then have the same snapshot.
          publish();
          const snapshot = deps.snapshot();
          sent = textsOf(snapshot);
          open.add(port);
          post(port, { snapshot });
        },
        // Without stored data, the page disconnects and shows that the wallet doesn't respond.
        () => port.disconnect(),
      );
    },
    publish,
  };
}

function isCommand(command: string): command is WalletCommand {
  return Object.hasOwn(WALLET_API, command);
}
