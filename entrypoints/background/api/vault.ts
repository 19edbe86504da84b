import type { Settings } from '../state/settings.ts';
import type { Startup } from '../state/startup.ts';
import type { FirstRun } from '../vault/first-run.ts';
import type { ForgetOwner } from '../vault/forget-owner.ts';
import type { ForeignChanges } from '../vault/open/foreign-changes.ts';
import type { VaultSession } from '../vault/session.ts';
import type { Handlers } from './serve.ts';
import { conflictMark } from './snapshot.ts';

type VaultHandlers = Pick<Handlers, Extract<keyof Handlers, `vault.${string}`>>;

export function vaultHandlers(deps: {
  session: VaultSession;
  foreign: Pick<ForeignChanges, 'see'>;
  settings: Settings;
  forgetOwner: Pick<ForgetOwner, 'begin'>;
  startup: Pick<Startup, 'run'>;
  firstRun: FirstRun;
  /** The selected account; undefined while locked. */
  selected: () => string | undefined;
}): VaultHandlers {
  const { firstRun, session, settings } = deps;

  /** Stores the account that is shown: a merge may put another one first. */
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
      // The unlock screen counts as activity too.
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
      // Every part reads its storage again and finds it empty.
      await deps.startup.run();
    },
  };
}
