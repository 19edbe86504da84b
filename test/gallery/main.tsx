import { createRoot } from 'react-dom/client';
import '../../components/ui/theme.css';
import { groups } from './entries.tsx';
import { drawEntry } from './frame.tsx';
import { List } from './List.tsx';

const root = document.getElementById('root');
const query = new URLSearchParams(location.search);
const name = query.get('entry');
if (root !== null) {
  const entry = groups.flatMap(({ entries }) => entries).find((known) => known.name === name);
  if (entry === undefined) createRoot(root).render(<List groups={groups} />);
  else void drawEntry(root, entry, query.get('language') === 'de' ? 'de' : 'en');
}
