import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { logError } from '#client/lib/log.ts';
import { IconButton } from './IconButton.tsx';
import { notify } from '#client/components/toasts/notify.ts';

const confirmationMs = 1500;

type CopyButtonProps = { text: string; label?: string; size?: 'iconSm' | 'iconXs' };

/** Copies `text` and briefly shows a check mark. */
export const CopyButton = ({ text, label = 'Copy', size = 'iconSm' }: CopyButtonProps) => {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = window.setTimeout(() => setIsCopied(false), confirmationMs);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const handleClick = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch (error) {
      logError('The clipboard refused the text', error);
      notify.error('Your browser did not allow copying');
    }
  };
  return (
    <IconButton
      size={size}
      label={isCopied ? 'Copied' : label}
      icon={isCopied ? <Check className="text-success" /> : <Copy />}
      onClick={() => void handleClick()}
    />
  );
};
