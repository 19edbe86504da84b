import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';

/** Copies an exact value, and confirms that it was copied. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1500);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={isCopied ? i18n.t('ui.copied') : label}
      title={label}
      className="rounded-lg p-1.5 text-muted hover:bg-raised hover:text-ink"
    >
      <Icon aria-hidden size={14} />
    </button>
  );
}
