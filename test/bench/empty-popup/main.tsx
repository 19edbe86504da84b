import { createRoot } from 'react-dom/client';
import '../../../components/ui/theme.css';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<main className="p-4">Empty</main>);
