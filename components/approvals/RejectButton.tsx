import { Button, type ButtonProps } from '../ui/Button.tsx';
import { useGuard } from './use-guard.ts';

/**
 * Rejects requests, or blocks their site. Ignores clicks while the request is new, but not after a
 * change of the text: a site could change it again and again to keep the button disabled.
 */
export function RejectButton({ request = '', ...rest }: ButtonProps & { request?: string }) {
  return <Button {...rest} disabled={useGuard(request)} />;
}
