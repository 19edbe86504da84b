import '../../components/ui/theme.css';
import { Desk } from '../../components/screens/desk/Desk.tsx';
import { VaultGate } from '../../components/screens/shell/VaultGate.tsx';
import { mountPage } from '../popup/mount-page.tsx';

mountPage('tab', () => <VaultGate>{({ wallets }) => <Desk wallets={wallets} />}</VaultGate>);
