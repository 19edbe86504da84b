import { useState } from 'react';
import { i18n } from '#i18n';
import { DownloadLink } from './DownloadLink.tsx';
import { FileField } from './FileField.tsx';
import { Notice } from './Notice.tsx';

/**
 * Saves JSON text as a file, then checks that the saved file has the same text. A page doesn't
 * learn whether a download succeeded, so the user selects the saved file.
 */
export function CheckedDownload(props: {
  name: string;
  text: string;
  label: string;
  /** Called when the selected file matches the text. */
  onSaved: () => void;
}) {
  const [state, setState] = useState<'offered' | 'downloaded' | 'different' | 'saved'>('offered');
  async function check(file: File): Promise<void> {
    const isSame = (await file.text()) === props.text;
    setState(isSame ? 'saved' : 'different');
    if (isSame) props.onSaved();
  }
  if (state === 'saved') return <Notice>{i18n.t('ui.fileIsSaved')}</Notice>;
  return (
    <>
      <DownloadLink
        name={props.name}
        text={props.text}
        onClick={() => setState((now) => (now === 'offered' ? 'downloaded' : now))}
      >
        {props.label}
      </DownloadLink>
      {state === 'offered' ? null : (
        <FileField
          label={i18n.t('ui.chooseSavedFile')}
          accept="application/json,.json"
          hint={i18n.t('ui.chooseSavedFileWhy')}
          problem={state === 'different' ? i18n.t('ui.savedFileDiffers') : undefined}
          onFile={(file) => void check(file)}
        />
      )}
    </>
  );
}
