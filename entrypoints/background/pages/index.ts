import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { sentForm } from '../../../shared/messages/snapshot-form.ts';
import type { Handlers, Topics } from '../kernel/feature.ts';
import { stored } from '../kernel/stored.ts';
import type { Core } from '../procedures/index.ts';
import { ensureReadable } from '../vault/commands.ts';
import { createLockScreen, lockScreenKey } from './lock-screen.ts';
import { serveUi } from './serve.ts';

/** Creates the interface for the wallet's own pages. */
export function createPages(
  core: Core,
  deps: {
    handlers: Handlers;
    topics: Topics;
    view: () => WalletSnapshot;
    shown: Promise<void>;
    ready: Promise<void>;
  },
) {
  const snapshot = () => sentForm(deps.view());
  return serveUi({
    shown: deps.shown,
    ready: deps.ready,
    ensureAllowed: (command) => ensureReadable(core.isUnreadable(), command),
    handlers: deps.handlers,
    topics: deps.topics,
    keepAlive: core.platform.keepAlive,
    snapshot,
    onChange: createLockScreen({
      stored: stored(core.areas, lockScreenKey),
      isLocked: () => core.session.state().status === 'locked',
      snapshot,
    }),
  });
}
