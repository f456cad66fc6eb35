import { createPortal } from 'react-dom';
import { Toaster as SonnerToaster } from 'sonner';
import { useShownTheme } from '#client/stores/themeStore.ts';
import { toastLimits } from '#shared/limits.ts';
import { toastPlace } from './toastPlace.ts';

/* The library's styles are outside all CSS layers, so overrides need `!`. */
const focusRing = 'focus-visible:outline-2! focus-visible:outline-offset-2! focus-visible:outline-accent-text!';
const classNames = {
  toast: `rounded-lg! border-hairline! bg-surface! py-3! text-fg! shadow-popover! ${focusRing}`,
  title: 'text-[13px]!',
  success: '[&_[data-icon]]:text-success',
  error: '[&_[data-icon]]:text-danger',
  info: '[&_[data-icon]]:text-accent-text',
  actionButton: `h-7! pointer-coarse:h-11! rounded-md! bg-accent! px-2.5! text-on-accent! ${focusRing}`,
  closeButton: `size-6! pointer-coarse:after:absolute pointer-coarse:after:-inset-3 border-hairline! bg-surface! text-muted! ${focusRing}`,
};

/** Renders the toasts. Used once in the app. */
export const Toaster = () =>
  createPortal(
    <SonnerToaster
      theme={useShownTheme()}
      position="top-center"
      duration={toastLimits.durationMs}
      visibleToasts={toastLimits.visible}
      gap={toastLimits.gapPx}
      closeButton
      toastOptions={{ classNames, closeButtonAriaLabel: 'Dismiss message' }}
    />,
    toastPlace(),
  );
