import { Button, type ButtonProps } from '../ui/Button.tsx';
import { useGuard } from './use-guard.ts';

/**
 * Rejects requests, or blocks their site. Ignores clicks while its request is new, but not when the
 * text changes: a site can change it as often as it likes, which must not keep the button away.
 */
export function RejectButton({ request = '', ...rest }: ButtonProps & { request?: string }) {
  return <Button {...rest} disabled={useGuard(request)} />;
}
