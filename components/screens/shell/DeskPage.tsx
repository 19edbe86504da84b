import { Desk } from '../desk/Desk.tsx';
import { useDeskView } from '../desk/use-desk-view.ts';
import { VaultGate } from './VaultGate.tsx';

/** Shows the desk while the vault is open. */
export function DeskPage() {
  const view = useDeskView();
  return <VaultGate>{() => <Desk view={view} />}</VaultGate>;
}
