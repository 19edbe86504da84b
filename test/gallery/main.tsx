import { createRoot } from 'react-dom/client';
import '../../components/ui/theme.css';
import { groups } from './entries.tsx';
import { showEntries } from './frame.tsx';
import { List } from './List.tsx';

const root = document.getElementById('root');
const language = new URLSearchParams(location.search).get('language');
if (root !== null) {
  if (language === null) createRoot(root).render(<List groups={groups} />);
  else void showEntries(root, groups, language === 'de' ? 'de' : 'en');
}
