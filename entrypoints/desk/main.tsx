import '../../components/ui/theme.css';
import { later } from '../../components/ui/later.tsx';
import { mountPage } from '../popup/mount-page.tsx';

// Loaded later. A module that desk and popup import directly would be part of the popup's first
// load.
const DeskPage = later(
  async () => (await import('../../components/screens/shell/DeskPage.tsx')).DeskPage,
);
DeskPage.preload();

mountPage('tab', () => <DeskPage />);
