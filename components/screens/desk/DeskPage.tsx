import { useCallback, useSyncExternalStore } from 'react';
import { VaultGate } from '../shell/VaultGate.tsx';
import { Desk } from './Desk.tsx';
import { Shared } from './Shared.tsx';
import { SHARED_HASH } from './share-address.ts';
import { useDeskView } from './use-desk-view.ts';

/** The desk, or a trade or portfolio that somebody shared by link, which needs no open vault. */
export function DeskPage() {
  const hash = useSyncExternalStore(
    useCallback((onChange: () => void) => {
      addEventListener('hashchange', onChange);
      return () => removeEventListener('hashchange', onChange);
    }, []),
    () => location.hash,
  );
  const view = useDeskView();
  if (hash.startsWith(SHARED_HASH))
    return (
      <Shared
        text={hash.slice(SHARED_HASH.length)}
        onLeave={() => {
          location.hash = '';
        }}
      />
    );
  return <VaultGate>{({ wallets }) => <Desk wallets={wallets} view={view} />}</VaultGate>;
}
