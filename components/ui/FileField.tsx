import { FolderOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { i18n } from '#i18n';

/**
 * Shows a labelled field for a file. Its button is in the chosen language, not in the browser's
 * language.
 */
export function FileField(props: {
  label: string;
  accept?: string;
  hint?: string | undefined;
  problem?: string | undefined;
  onFile: (file: File) => void;
}) {
  const id = useId();
  const [name, setName] = useState<string>();
  const note = props.problem ?? props.hint;
  return (
    <div className="relative flex flex-col gap-1 text-start">
      <span id={`${id}-label`} className="text-sm font-medium">
        {props.label}
      </span>
      <input
        id={id}
        type="file"
        accept={props.accept}
        aria-labelledby={`${id}-label ${id}-button`}
        aria-invalid={props.problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className="peer sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          setName(file?.name);
          if (file !== undefined) props.onFile(file);
        }}
      />
      <label
        htmlFor={id}
        className="flex min-h-10 cursor-pointer items-center gap-3 rounded-xl border border-line bg-surface py-1 pe-3 ps-1 text-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
      >
        <span
          id={`${id}-button`}
          className="flex min-h-8 shrink-0 items-center gap-2 rounded-lg bg-raised px-3 font-semibold"
        >
          <FolderOpen aria-hidden size={16} /> {i18n.t('ui.chooseFile')}
        </span>
        <span className="min-w-0 wrap-anywhere text-muted">{name ?? i18n.t('ui.noFile')}</span>
      </label>
      {note === undefined ? null : (
        <p id={`${id}-note`} className={`text-xs ${props.problem ? 'text-bad' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
