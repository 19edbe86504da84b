import '../../components/ui/theme.css';
import './popup.css';
import { mountWallet } from './mount.tsx';

// The same page opens in a tab too, as its address shows.
mountWallet(location.hash.startsWith('#full') || location.hash === '#activity' ? 'tab' : 'popup');
