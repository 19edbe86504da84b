import { ArchiveRestore, FileKey, Import, Server } from 'lucide-react';
import { i18n } from '#i18n';
import { Choice } from '../../../ui/Choice.tsx';

export type Bringing = 'server' | 'import' | 'keystore' | 'restore';

const WAYS = [
  ['import', Import, 'firstRun.import', 'addWallet.secretHint'],
  ['restore', ArchiveRestore, 'addWallet.restore', 'addWallet.restoreHint'],
  ['keystore', FileKey, 'addWallet.keystore', 'addWallet.keystoreHint'],
  ['server', Server, 'firstRun.server', 'firstRun.serverHint'],
] as const;

/** Lets the user choose where an existing wallet is. */
export function HaveWallet({ onChoose }: { onChoose: (what: Bringing) => void }) {
  return (
    <div className="flex flex-col gap-3">
      {WAYS.map(([way, Icon, title, text]) => (
        <Choice
          key={way}
          Icon={Icon}
          title={i18n.t(title)}
          text={i18n.t(text)}
          onClick={() => onChoose(way)}
        />
      ))}
    </div>
  );
}
