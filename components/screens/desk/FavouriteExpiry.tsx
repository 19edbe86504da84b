import { Star } from 'lucide-react';
import { i18n } from '#i18n';
import { MAX_FAVOURITE_EXPIRIES } from '../../../shared/messages/desk-choices.ts';
import { useDeskChoices } from '../../hooks/use-desk-choices.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Makes the chosen expiry a favourite, or removes it from them. */
export function FavouriteExpiry({ expiry }: { expiry: number }) {
  const { choices, save } = useDeskChoices();
  const { expiries } = choices;
  const isFavourite = expiries.includes(expiry);
  const isFull = !isFavourite && expiries.length >= MAX_FAVOURITE_EXPIRIES;
  const others = expiries.filter((one) => one !== expiry);
  return (
    <IconButton
      label={
        isFull
          ? i18n.t('watchlist.favouritesFull', { most: MAX_FAVOURITE_EXPIRIES })
          : i18n.t(isFavourite ? 'watchlist.notFavourite' : 'watchlist.favourite')
      }
      aria-pressed={isFavourite}
      disabled={isFull}
      onClick={() =>
        void save.run({ ...choices, expiries: isFavourite ? others : [...others, expiry] })
      }
      className={isFavourite ? 'text-accent' : ''}
    >
      <Star aria-hidden size={16} className={isFavourite ? 'fill-current' : ''} />
    </IconButton>
  );
}
