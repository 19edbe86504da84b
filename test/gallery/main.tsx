import { createRoot } from 'react-dom/client';
import { groups } from './entries.tsx';
import { setTheme, showEntries } from './frame.tsx';
import { List } from './List.tsx';
import './gallery.css';

const root = document.getElementById('root');
const query = new URLSearchParams(location.search);
const language = query.get('language');
if (root !== null) {
  if (language === null) createRoot(root).render(<List groups={groups} />);
  else {
    setTheme(query.get('theme'));
    void showEntries(root, groups, language === 'de' ? 'de' : 'en');
  }
}
