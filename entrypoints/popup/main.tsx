import '../../components/ui/theme.css';
import './popup.css';
import { mountWallet } from './mount.tsx';

// The same page is opened in a tab too, and told so by its address.
mountWallet(location.hash.startsWith('#full') || location.hash === '#activity' ? 'tab' : 'popup');
