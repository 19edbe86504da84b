import { ChevronLeft } from 'lucide-react';
import { i18n } from '#i18n';
import { FocusedHeading } from './FocusedHeading.tsx';
import { IconButton } from './IconButton.tsx';

export function PageHeader(props: {
  title: string;
  onBack: () => void;
  /** Label of the back button; by default "Back". */
  backLabel?: string;
  /** True if the title gets the focus that a button on the previous page had. */
  isFocused?: boolean;
}) {
  return (
    <header className="flex items-center gap-2">
      <IconButton
        label={props.backLabel ?? i18n.t('ui.back')}
        onClick={props.onBack}
        className="-ms-2"
      >
        <ChevronLeft aria-hidden size={18} />
      </IconButton>
      <FocusedHeading
        of={props.title}
        isFocused={props.isFocused ?? false}
        className="min-w-0 text-lg font-semibold text-balance"
      >
        {props.title}
      </FocusedHeading>
    </header>
  );
}
