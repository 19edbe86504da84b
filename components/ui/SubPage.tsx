import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { PageHeader } from './PageHeader.tsx';

export function SubPage(props: { title: string; onBack: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title={props.title} backLabel={i18n.t('ui.back')} onBack={props.onBack} />
      {props.children}
    </div>
  );
}
