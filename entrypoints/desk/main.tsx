import '../../components/ui/theme.css';
import { VaultGate } from '../../components/screens/shell/VaultGate.tsx';
import { later } from '../../components/ui/later.tsx';
import { mountPage } from '../popup/mount-page.tsx';

// In a file of its own: what both pages import at once would become a part of the popup's first load.
const Desk = later(async () => (await import('../../components/screens/desk/Desk.tsx')).Desk);
Desk.preload();

mountPage('tab', () => <VaultGate>{({ wallets }) => <Desk wallets={wallets} />}</VaultGate>);
