import { useSnapshot } from '../hooks/use-wallet.ts';
import { Notice } from './Notice.tsx';

/** Sentences of the worker that stay until what they say is settled. */
export function Warnings() {
  const warnings = useSnapshot((snapshot) => snapshot.warnings) ?? [];
  return warnings.map((sentence) => (
    <Notice key={sentence} tone="warn">
      {sentence}
    </Notice>
  ));
}
