import '../../components/ui/theme.css';
import { mountWallet } from '../popup/mount.tsx';

mountWallet('panel');
