import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { sentForm } from '../../../shared/messages/snapshot-form.ts';
import type { Handlers } from '../kernel/feature.ts';
import { stored } from '../kernel/stored.ts';
import type { Core } from '../procedures/index.ts';
import { ensureReadable } from '../vault/commands.ts';
import { createLockScreen, lockScreenKey } from './lock-screen.ts';
import { serveUi } from './serve.ts';

/** Creates what the wallet's own pages talk to. */
export function createPages(
  core: Core,
  deps: {
    handlers: Handlers;
    view: () => WalletSnapshot;
    /** Resolves when pages can be shown the wallet as it is. */
    shown: Promise<void>;
    /** Resolves when all stored data is loaded. */
    ready: Promise<void>;
  },
) {
  const snapshot = () => sentForm(deps.view());
  return serveUi({
    shown: deps.shown,
    ready: deps.ready,
    ensureAllowed: (command) => ensureReadable(core.isUnreadable(), command),
    handlers: deps.handlers,
    snapshot,
    onChange: createLockScreen({
      stored: stored(core.areas, lockScreenKey),
      isLocked: () => core.session.state().status === 'locked',
      snapshot,
    }),
  });
}
