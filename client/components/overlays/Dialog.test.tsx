import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from '#client/components/buttons/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { Toaster } from '#client/components/toasts/Toaster.tsx';

afterEach(cleanup);

const Example = ({ isBusy = false, onClosed = () => undefined }: { isBusy?: boolean; onClosed?: () => void }) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => {
    setIsOpen(false);
    onClosed();
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open it</Button>
      {isOpen && (
        <Dialog
          title="Data Filters & Settings"
          onClose={close}
          isBusy={isBusy}
          footer={<Button onClick={close}>Cancel</Button>}
        >
          <input aria-label="First field" />
        </Dialog>
      )}
    </>
  );
};

const open = async (props: Parameters<typeof Example>[0] = {}) => {
  const actor = userEvent.setup();
  render(<Example {...props} />);
  await actor.click(screen.getByRole('button', { name: 'Open it' }));
  return { actor, dialog: screen.getByRole('dialog', { name: 'Data Filters & Settings' }) };
};

it('is modal, is named by its title, and focuses its first field [S9.D.4]', async () => {
  const { actor, dialog } = await open();
  expect(dialog).toHaveAttribute('open');
  expect(screen.getByLabelText('First field')).toHaveFocus();
  await actor.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('focuses the element with data-autofocus, even after fields [S9.D.4]', () => {
  render(
    <Dialog
      title="Preview Data"
      onClose={() => undefined}
      footer={
        <button type="button" data-autofocus="">
          Confirm
        </button>
      }
    >
      <input aria-label="First field" />
    </Dialog>,
  );
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveFocus();
});

it('scrolls by keyboard when it contains only text', () => {
  const { rerender } = render(
    <Dialog key="text" title="Terms" onClose={() => undefined}>
      <p>A long text</p>
    </Dialog>,
  );
  expect(screen.getByText('A long text').parentElement).toHaveAttribute('tabindex', '0');
  rerender(
    <Dialog key="field" title="Name" onClose={() => undefined}>
      <input aria-label="First field" />
    </Dialog>,
  );
  expect(screen.getByLabelText('First field').parentElement).not.toHaveAttribute('tabindex');
});

it('closes on Escape, which browsers report as cancel', async () => {
  const { dialog } = await open();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('closes on a click on the backdrop, unless the press started inside', async () => {
  const onClosed = vi.fn<() => void>();
  const { dialog } = await open({ onClosed });
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 300, 200));
  const outside = { clientX: 10, clientY: 10 };
  fireEvent.mouseDown(dialog, { clientX: 150, clientY: 150 });
  fireEvent.click(dialog, outside);
  expect(onClosed).not.toHaveBeenCalled();
  fireEvent.mouseDown(dialog, outside);
  fireEvent.click(dialog, outside);
  expect(onClosed).toHaveBeenCalledOnce();
});

it('stays open while busy', async () => {
  const onClosed = vi.fn<() => void>();
  const { dialog } = await open({ isBusy: true, onClosed });
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
  expect(onClosed).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

it('shows toasts inside itself, above its backdrop, until it closes', async () => {
  render(<Toaster />);
  const { actor, dialog } = await open();
  notify.error('Not saved');
  expect(dialog).toContainElement(await screen.findByText('Not saved'));
  await actor.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Not saved')).toBeInTheDocument();
});
