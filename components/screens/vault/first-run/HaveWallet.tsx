import { ArchiveRestore, FileKey, Import, Server } from 'lucide-react';
import { i18n } from '#i18n';
import { Choice } from '../../../ui/Choice.tsx';

/** The ways to bring a wallet along. */
export type Bringing = 'server' | 'import' | 'keystore' | 'restore';

/** Where an existing wallet can come from. */
export function HaveWallet({ onChoose }: { onChoose: (what: Bringing) => void }) {
  return (
    <div className="flex flex-col gap-3">
      <Choice
        icon={<Import aria-hidden size={20} />}
        title={i18n.t('firstRun.import')}
        text={i18n.t('addWallet.secretHint')}
        onClick={() => onChoose('import')}
      />
      <Choice
        icon={<ArchiveRestore aria-hidden size={20} />}
        title={i18n.t('addWallet.restore')}
        text={i18n.t('addWallet.restoreHint')}
        onClick={() => onChoose('restore')}
      />
      <Choice
        icon={<FileKey aria-hidden size={20} />}
        title={i18n.t('addWallet.keystore')}
        text={i18n.t('addWallet.keystoreHint')}
        onClick={() => onChoose('keystore')}
      />
      <Choice
        icon={<Server aria-hidden size={20} />}
        title={i18n.t('firstRun.server')}
        text={i18n.t('firstRun.serverHint')}
        onClick={() => onChoose('server')}
      />
    </div>
  );
}
