import { Settings } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { ConfirmDialog } from '#client/components/overlays/ConfirmDialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { DetailSheet } from '#client/components/overlays/DetailSheet.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { ListDialog } from '#client/components/overlays/ListDialog.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { Kbd } from '#client/components/values/Kbd.tsx';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { Sheet } from '#client/components/overlays/Sheet.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { Tooltip } from '#client/components/overlays/Tooltip.tsx';
import { KitState } from './KitSection.tsx';

const dialogs = {
  small: 'A small dialog',
  form: 'A dialog with fields',
  long: 'A dialog that scrolls',
  confirm: 'Delete Sheet',
  busy: 'A dialog that saves',
  list: 'A dialog whose list is loading',
} as const;
type DialogName = keyof typeof dialogs;

const lines = Array.from({ length: 60 }, (_line, index) => `Line ${index + 1} of 60`);

const OpenDialog = ({ name, close }: { name: DialogName; close: () => void }) => {
  const title = dialogs[name];
  if (name === 'confirm')
    return (
      <ConfirmDialog title={title} confirmLabel="Delete Sheet" isBusy={false} onCancel={close} onConfirm={close}>
        <p>Facebook · https://docs.google.com/spreadsheets/d/1 · added Nov 21, 2026</p>
      </ConfirmDialog>
    );
  if (name === 'list')
    return (
      <ListDialog title={title} isLoaded={false} problem={null} isFetching onRetry={close} onClose={close}>
        {null}
      </ListDialog>
    );
  return (
    <Dialog
      title={title}
      size={name === 'small' ? 'sm' : name === 'form' ? 'md' : 'lg'}
      isBusy={name === 'busy'}
      onClose={close}
      footer={
        <DialogActions onCancel={close} isBusy={name === 'busy'}>
          Apply Changes
        </DialogActions>
      }
    >
      {name === 'form' && <Field label="Name">{(control) => <TextInput {...control} />}</Field>}
      {name === 'long' ? lines.map((line) => <p key={line}>{line}</p>) : <p>Header and footer stay in sight.</p>}
    </Dialog>
  );
};

const detailStates = ['Loaded', 'Loading', 'Failed'] as const;
type DetailState = (typeof detailStates)[number];

const OpenDetail = ({ state, close }: { state: DetailState; close: () => void }) => (
  <DetailSheet
    noun="example"
    facts="What it belongs to"
    title={<b className="font-semibold">An example</b>}
    query={{ error: state === 'Failed' ? new Error('no connection') : null, isFetching: false, refetch: close }}
    failed="The example could not be loaded."
    skeleton={<Skeleton className="h-28 w-full" />}
    body={
      state === 'Loaded' ? (
        <div className="p-4">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null
    }
    previous={null}
    next="2"
    onMove={close}
    onClose={close}
  />
);

export const OverlaysKit = () => {
  const [open, setOpen] = useState<DialogName | null>(null);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [detail, setDetail] = useState<DetailState | null>(null);
  return (
    <>
      <KitState name="Dialogs">
        {(['small', 'form', 'long', 'confirm', 'busy'] as const).map((name) => (
          <Button key={name} onClick={() => setOpen(name)}>
            {dialogs[name]}
          </Button>
        ))}
        {open && <OpenDialog name={open} close={() => setOpen(null)} />}
      </KitState>
      <KitState name="An item of a list, at the right">
        {detailStates.map((state) => (
          <Button key={state} onClick={() => setDetail(state)}>
            {state}
          </Button>
        ))}
        {detail && <OpenDetail state={detail} close={() => setDetail(null)} />}
      </KitState>
      <KitState name="Sheet">
        <Button onClick={() => setIsSheetOpen(true)}>A sheet at the right</Button>
        {isSheetOpen && (
          <Sheet label="A sheet" onClose={() => setIsSheetOpen(false)}>
            <div className="p-4">
              <Button onClick={() => setIsSheetOpen(false)}>Close the sheet</Button>
            </div>
          </Sheet>
        )}
      </KitState>
      <KitState name="Menu">
        <div className="w-60 text-right">
          <Menu label="Example menu" trigger="Menu" triggerClassName={buttonStyles({})} className="w-60">
            {(close) => (
              <>
                <button type="button" className={menuItemStyles} onClick={close}>
                  <Settings aria-hidden="true" />
                  Settings
                  <span className="ml-auto">
                    <Kbd value="," isHint />
                  </span>
                </button>
                <a href="#menus" className={menuItemStyles} onClick={close}>
                  A link
                </a>
              </>
            )}
          </Menu>
        </div>
      </KitState>
      <KitState name="Hint, on hover and on focus">
        <Tooltip text="A hint">
          <Button>Rest here</Button>
        </Tooltip>
        <Tooltip text="With its key" shortcut="[">
          <Button>Or here</Button>
        </Tooltip>
      </KitState>
      <KitState name="Keys">
        {['?', '[', 'g', 'ArrowLeft', 'ArrowRight', 'Escape', 'Shift'].map((key) => (
          <Kbd key={key} value={key} />
        ))}
      </KitState>
    </>
  );
};
