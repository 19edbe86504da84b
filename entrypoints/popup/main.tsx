import '../../components/ui/theme.css';
import './popup.css';
import { mountWallet } from './mount.tsx';
import { setPageZoom } from './page-zoom.ts';

// The page's address shows whether it was opened in a tab.
const isTab = location.hash.startsWith('#full') || location.hash.startsWith('#activity');
// Firefox doesn’t zoom popups.
if (!isTab && !import.meta.env.FIREFOX) setPageZoom();
mountWallet(isTab ? 'tab' : 'popup');
