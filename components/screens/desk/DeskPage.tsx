import { VaultGate } from '../shell/VaultGate.tsx';
import { Desk } from './Desk.tsx';
import { useDeskView } from './use-desk-view.ts';

/** The desk of an open vault. */
export function DeskPage() {
  const view = useDeskView();
  return <VaultGate>{({ wallets }) => <Desk wallets={wallets} view={view} />}</VaultGate>;
}
