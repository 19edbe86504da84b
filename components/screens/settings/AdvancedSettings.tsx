import { useState } from 'react';
import { i18n } from '#i18n';
import type { TrustedBook } from '../../../shared/chain/trusted-book.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TrustBook } from './TrustBook.tsx';

/** Order books that the user added besides the built-in ones. */
export function AdvancedSettings() {
  const books = useSnapshot((snapshot) => snapshot.trustedBooks) ?? [];
  const [isAdding, setIsAdding] = useState(false);
  if (isAdding) return <TrustBook onDone={() => setIsAdding(false)} />;
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">{i18n.t('books.title')}</h2>
      <p className="text-sm text-pretty text-muted">{i18n.t('books.intro')}</p>
      <ul className="flex flex-col gap-2" data-testid="trusted-books">
        {books.map((book) => (
          <li key={book.address}>
            <Book book={book} />
          </li>
        ))}
      </ul>
      <Button kind="quiet" onClick={() => setIsAdding(true)}>
        {i18n.t('books.trust')}
      </Button>
    </div>
  );
}

function Book({ book }: { book: TrustedBook }) {
  const call = useWalletCall();
  const [isAsked, setIsAsked] = useState(false);
  const forget = useAction(() => call('books.forget', { address: book.address }));
  return (
    <Card className="flex flex-col gap-2 text-sm">
      <FullAddress address={book.address} />
      <p className="text-xs text-muted">{i18n.t('books.trusted', book.implementations.length)}</p>
      {forget.problem === undefined ? null : <Notice tone="bad">{forget.problem}</Notice>}
      {isAsked ? (
        <>
          <Notice tone="warn">{i18n.t('books.forgetMeans')}</Notice>
          <Button kind="danger" disabled={forget.isRunning} onClick={() => void forget.run()}>
            {i18n.t('books.forgetNow')}
          </Button>
          <Button kind="plain" onClick={() => setIsAsked(false)}>
            {i18n.t('books.keep')}
          </Button>
        </>
      ) : (
        <Button kind="quiet" onClick={() => setIsAsked(true)}>
          {i18n.t('books.forget')}
        </Button>
      )}
    </Card>
  );
}
