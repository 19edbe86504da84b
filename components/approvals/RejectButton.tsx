import { Button, type ButtonProps } from '../ui/Button.tsx';
import { useGuard } from './use-guard.ts';

/**
 * Rejects requests, or blocks their site. Ignores clicks only while the request is new: a site that
 * could restart the pause by changing the text would keep the button disabled.
 */
export function RejectButton({ request = '', ...rest }: ButtonProps & { request?: string }) {
  return <Button {...rest} disabled={useGuard(request)} />;
}
