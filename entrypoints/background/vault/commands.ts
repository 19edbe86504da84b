import type { Address } from 'viem';
import { CondorError } from '../../../shared/errors.ts';
import type { AccountUse } from '../../../shared/messages/wallet-answers.ts';
import type { Commands, Feature } from '../kernel/feature.ts';
import type { Kernel } from '../kernel/index.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Startup } from '../kernel/startup.ts';
import type { Access } from './access.ts';
import type { FirstRun } from './first-run.ts';
import type { ForgetOwner } from './forget-owner.ts';
import type { ForeignChanges } from './open/foreign-changes.ts';
import type { VaultParts } from './parts.ts';
import type { VaultSession } from './session.ts';
import { conflictMark, otherVaultView, vaultView } from './view.ts';

class StoredDataError extends CondorError<'readable' | 'unreadable'> {}

/** Allows only commands that can't overwrite stored data while it is unreadable. */
export function ensureReadable(isUnreadable: boolean, command: string): void {
  if (!isUnreadable || command.startsWith('stored.')) return;
  throw new StoredDataError('unreadable');
}

/** Commands to create, unlock and change the vault, and to recover from unreadable data. */
export function createVaultCommands(
  core: Kernel & VaultParts & Access,
  deps: {
    startup: Pick<Startup, 'run'>;
    readUses: (addresses: readonly Address[]) => Promise<readonly AccountUse[]>;
  },
) {
  const { backup, passkeys, settings, storedRecovery, wallets } = core;
  const { others } = core.session;
  const ensureUnreadable = () => {
    if (core.isUnreadable()) return;
    throw new StoredDataError('readable');
  };
  const commands: Commands<
    'accounts' | 'otherVaults' | 'passkeys' | 'recovery' | 'stored' | 'vault' | 'wallets'
  > = {
    ...vaultCommands({ ...core, startup: deps.startup }),
    'wallets.draftSeed': async ({ words }) => wallets.draftSeed(words),
    'wallets.saveDraft': ({ draftId, name, accountNames }) =>
      wallets.saveDraft(draftId, name, accountNames),
    'wallets.preview': ({ secret, count }) => wallets.preview(secret, count),
    'wallets.uses': ({ addresses }) => deps.readUses(addresses as Address[]),
    'wallets.import': ({ name, secret, accountNames, accounts }) =>
      wallets.import(name, secret, accountNames, accounts),
    'wallets.importKeystore': ({ name, file, password, accountNames }) =>
      wallets.importKeystore(name, file, password, accountNames),
    'wallets.save': ({ edits }) => wallets.save(edits),
    'wallets.confirmPhrase': ({ walletId }) => backup.phraseConfirmed(walletId),
    'wallets.reveal': ({ walletId }) => backup.reveal(walletId),
    'passkeys.add': ({ name }) => passkeys.add(name),
    'passkeys.remove': ({ credentialId }) => passkeys.remove(credentialId),
    'recovery.make': () => backup.recoveryFile(),
    'recovery.saved': ({ madeAt }) => backup.fileSaved(madeAt),
    'recovery.restore': ({ text, code }) => backup.restore(text, code),
    'accounts.add': ({ walletId, accountNames }) => wallets.addAccount(walletId, accountNames),
    async 'accounts.select'({ address }) {
      const known = wallets
        .accounts()
        .find((account) => account.address.toLowerCase() === address.toLowerCase());
      if (known === undefined) return;
      await settings.write({ selected: known.address });
      core.events.emit('accountSelected');
    },
    'otherVaults.return': ({ id }) => others.returnTo(id),
    'otherVaults.open': ({ id }) => others.open(id),
    'otherVaults.text': async ({ id }) => ({ text: await others.textOf(id) }),
    'otherVaults.delete': ({ id }) => others.remove(id),
    'stored.copy': async () => ({ text: await storedRecovery.copy() }),
    async 'stored.retry'() {
      ensureUnreadable();
      await deps.startup.run();
    },
    async 'stored.delete'() {
      ensureUnreadable();
      await storedRecovery.deleteUnreadable();
      await deps.startup.run();
    },
  };
  return {
    commands,
    view() {
      const selected = core.selected();
      return {
        vault: vaultView(core),
        otherVaults: others.list().map(otherVaultView),
        ...(selected === undefined ? {} : { selected }),
        ceremony: core.ceremonies.isRunning() ? ('running' as const) : ('none' as const),
        warnings: [core.outgoing, core.originProbe, core.stages, core.session]
          .map((part) => part.problem())
          .filter((problem) => problem !== undefined),
      };
    },
  } satisfies Feature;
}

export function vaultCommands(deps: {
  session: VaultSession;
  foreign: Pick<ForeignChanges, 'see'>;
  settings: Settings;
  forgetOwner: Pick<ForgetOwner, 'begin'>;
  startup: Pick<Startup, 'run'>;
  firstRun: FirstRun;
  selected: () => string | undefined;
}): Commands<'vault'> {
  const { firstRun, session, settings } = deps;

  /** Stores the shown account, because a merge may put another account first. */
  async function keepSelected(): Promise<void> {
    const selected = deps.selected();
    if (selected !== undefined) await settings.write({ selected });
  }

  return {
    'vault.beginNew': (names) => firstRun.withNewWallet(names),
    'vault.beginImport': (typed) => firstRun.withTyped(typed),
    'vault.beginKeystore': (keystore) => firstRun.withKeystore(keystore),
    'vault.beginRestore': (file) => firstRun.withRecoveryFile(file),
    async 'vault.checkServer'({ vaultUrl }) {
      await settings.setServices({ ...settings.services(), vaultUrl });
      const { tenant, enrollmentEnabled } = await session.checkServer();
      const { id, ...shown } = tenant;
      return { ...shown, tenantId: id, enrollmentEnabled };
    },
    async 'vault.createAccount'({ services }) {
      await settings.setServices(services);
      await session.createAccount();
    },
    async 'vault.signIn'({ services }) {
      await settings.setServices(services);
      await session.signIn();
    },
    'vault.unlock': () => session.unlock(),
    'vault.lock': () => session.lock(),
    'vault.sync': () => session.sync(),
    async 'vault.merge'(consent) {
      await keepSelected();
      await session.merge(consent);
    },
    'vault.registerAgain': () => session.registerAgain(),
    'vault.connect': () => session.connect(),
    'vault.join': () => session.join.begin(),
    async 'vault.confirmJoin'(consent) {
      await keepSelected();
      await session.join.confirm(consent);
    },
    async 'vault.cancelJoin'() {
      session.join.drop();
    },
    'vault.leave': (options) => session.leave(options),
    async 'vault.setAutoLock'({ minutes }) {
      session.unlocked();
      await settings.write({ autoLockMinutes: minutes });
      await session.extendDeadline();
    },
    async 'vault.used'() {
      // Activity on the unlock screen also extends the deadline.
      if (session.state().status === 'unlocked') await session.extendDeadline();
    },
    async 'vault.seeConflicts'() {
      const state = session.state();
      const newest = state.status === 'unlocked' ? state.payload.history?.at(-1) : undefined;
      if (newest !== undefined) await settings.write({ conflictsSeen: conflictMark(newest) });
    },
    async 'vault.seeForeignChanges'() {
      const state = session.state();
      if (state.status === 'unlocked') await deps.foreign.see(state.payload.accountId);
    },
    async 'vault.forget'() {
      await session.close();
      await deps.forgetOwner.begin();
      // The storage is now empty, so every part reads it again.
      await deps.startup.run();
    },
  };
}
