import { Desk } from '../desk/Desk.tsx';
import { useDeskView } from '../desk/use-desk-view.ts';
import { VaultGate } from './VaultGate.tsx';

/** The desk of an open vault. */
export function DeskPage() {
  const view = useDeskView();
  return <VaultGate>{() => <Desk view={view} />}</VaultGate>;
}
