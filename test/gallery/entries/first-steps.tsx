import { Ceremony } from '../../../components/screens/prompt/Ceremony.tsx';
import { SimulatedPasskeys } from '../../../components/screens/prompt/SimulatedPasskeys.tsx';
import { VaultGate } from '../../../components/screens/shell/VaultGate.tsx';
import { AddWallet } from '../../../components/screens/vault/add-wallet/AddWallet.tsx';
import { ConfirmPhrase } from '../../../components/screens/vault/backup/ConfirmPhrase.tsx';
import { FirstRun } from '../../../components/screens/vault/first-run/FirstRun.tsx';
import { Onboarding } from '../../../components/screens/vault/first-run/Onboarding.tsx';
import { OtherVaults } from '../../../components/screens/vault/other-vaults/OtherVaults.tsx';
import { ConnectServer } from '../../../components/screens/vault/sync/ConnectServer.tsx';
import type { CeremonyCommand } from '../../../shared/messages/ceremony.ts';
import type { OtherVaultView } from '../../../shared/messages/snapshot.ts';
import type { Entry } from '../entry.ts';
import { AT, EMPTY, LOCKED, UNLOCKED } from '../samples/snapshot.ts';

const nothing = () => undefined;
const [seed] = UNLOCKED.wallets;
const FORMER: OtherVaultView = {
  kind: 'former',
  id: 'vault-a',
  home: 'device',
  server: '',
  revision: 3,
  checkCode: '91AA-0C3F-20',
  syncedAt: AT - 900_000,
  isKept: true,
};

const STEP: CeremonyCommand = {
  type: 'step',
  number: 1,
  kind: 'get',
  purpose: 'unlock',
  key: 'secret',
  options: {
    challenge: 'c',
    rpId: 'vault.example',
    userVerification: 'required',
    timeout: 60_000,
    allowCredentials: [],
  },
};

/** Shows the ceremony's window after the worker sends a command. Its prompt never ends. */
const ceremony = (command: Exclude<CeremonyCommand, { type: 'forget' }>, isSimulated = false) => (
  <Ceremony
    onCommand={(listener) => listener(command)}
    onLost={nothing}
    runStep={() => new Promise(nothing)}
    hasOwnPasskeys={async () => true}
    notice={isSimulated ? <SimulatedPasskeys /> : undefined}
    report={nothing}
    close={nothing}
  />
);

const gate = <VaultGate>{() => null}</VaultGate>;

/** Screens before a vault is open, and the windows of passkey prompts. */
export const FIRST_STEPS: readonly Entry[] = [
  { name: 'welcome', size: 'popup', element: gate, snapshot: { vault: EMPTY } },
  { name: 'first-run', size: 'tab', element: <FirstRun />, snapshot: { vault: EMPTY } },
  { name: 'unlock', size: 'popup', element: gate, snapshot: { vault: LOCKED } },
  {
    name: 'unreadable',
    size: 'tab',
    element: gate,
    snapshot: {
      vault: { status: 'unreadable', parts: [{ key: 'vault', reason: 'newer' }] },
    },
  },
  {
    name: 'onboarding',
    size: 'tab',
    element: <Onboarding intent="createOrSignIn" onRestore={nothing} />,
    snapshot: { vault: EMPTY },
  },
  { name: 'add-wallet', size: 'tab', element: <AddWallet onDone={nothing} onCancel={nothing} /> },
  { name: 'connect-server', size: 'popup', element: <ConnectServer /> },
  {
    name: 'other-vaults',
    size: 'popup',
    element: <OtherVaults />,
    snapshot: { vault: LOCKED, otherVaults: [FORMER] },
  },
  ...(seed === undefined
    ? []
    : [
        {
          name: 'confirm-phrase',
          size: 'popup',
          element: <ConfirmPhrase wallet={seed} isRecommended />,
        } as const,
      ]),
  { name: 'ceremony-unlock', size: 'ceremony', element: ceremony(STEP) },
  { name: 'ceremony-simulated', size: 'ceremony', element: ceremony(STEP, true) },
  {
    name: 'ceremony-working',
    size: 'ceremony',
    element: ceremony({ type: 'working', work: 'saving' }),
  },
  {
    name: 'ceremony-finished',
    size: 'ceremony',
    element: ceremony({ type: 'finished', outcome: 'saved' }),
  },
  {
    name: 'ceremony-failed',
    size: 'ceremony',
    element: ceremony({ type: 'failed', failure: { code: 'UNREACHABLE' } }),
  },
];
