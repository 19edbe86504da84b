import { expect, it } from 'vitest';
import { createOutgoing } from '../../../entrypoints/background/kernel/outgoing.ts';
import { createSettings } from '../../../entrypoints/background/kernel/settings.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { vaultCommands } from '../../../entrypoints/background/vault/commands.ts';
import { selectedAccount } from '../../../entrypoints/background/vault/selected-account.ts';
import { BASE_SERVICES } from '../../../shared/messages/default-services.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const NAMES = { name: 'Savings', accountNames: 'Account #' };

/** Creates a device with a vault. A server's vault with another wallet is offered to the device. */
async function joining() {
  const harness = await startVault({ tenants: [{ ...TENANT, extensions: true }] });
  const authenticator = createSoftAuthenticator();
  const laptop = createDevice({ harness, authenticator });
  await laptop.session.createAccount();
  await laptop.wallets.import('Older', `0x${'11'.repeat(32)}`);
  const areas = memoryAreas();
  const { firstRun, foreign, session, wallets } = createDevice({ harness, authenticator, areas });
  const settings = createSettings({
    defaults: BASE_SERVICES,
    stored: stored(areas, STORED_KEYS.settings),
    outgoing: createOutgoing({ setRules: async () => undefined }),
    onChange: () => undefined,
  });
  await settings.load();
  const selected = () => selectedAccount({ wallets, settings });
  const handlers = vaultCommands({
    firstRun,
    foreign,
    session,
    settings,
    forgetOwner: { begin: async () => undefined },
    startup: { run: async () => undefined },
    selected,
  });
  await session.resume();
  await firstRun.withNewWallet(NAMES);
  await handlers['vault.join']({});
  const offeredDigest = session.join.offer()?.offeredDigest ?? '';
  return { harness, wallets, selected, handlers, offeredDigest };
}

it('keeps the selected account when a joined server’s vault lists a different account first', async () => {
  const { harness, wallets, selected, handlers, offeredDigest } = await joining();
  const shown = selected();
  expect(shown).toBeDefined();
  await handlers['vault.confirmJoin']({ offeredDigest, readmitted: [] });
  expect(wallets.accounts()[0]?.address).not.toBe(shown);
  expect(selected()).toBe(shown);
  await harness.close();
});
