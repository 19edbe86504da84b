import { useState } from 'react';
import { later } from '../../ui/later.tsx';
import { Market } from './Market.tsx';

const Maker = later(async () => (await import('../maker/Maker.tsx')).Maker);
const Referrer = later(async () => (await import('../referrer/Referrer.tsx')).Referrer);

/** The market's statistics, with links to the pages of makers and referrers. */
export function MarketPage({ onServices }: { onServices: () => void }) {
  const [page, setPage] = useState<'market' | 'maker' | 'referrer'>('market');
  const back = () => setPage('market');
  if (page === 'market') return <Market onOpen={setPage} />;
  return (
    <div className="mx-auto max-w-xl">
      {page === 'maker' ? (
        <Maker onBack={back} />
      ) : (
        <Referrer onBack={back} onServices={onServices} />
      )}
    </div>
  );
}
