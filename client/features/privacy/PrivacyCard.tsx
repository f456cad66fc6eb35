import { useState } from 'react';
import { Card } from '#client/components/layout/Card.tsx';
import { SettingRow } from '#client/components/layout/SettingRow.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { call } from '#client/lib/api/apiClient.ts';
import { readUser, resetUser } from '#client/stores/userStore.ts';
import { useIsOwner, useWorkspace } from '#client/stores/workspaceStore.ts';
import { deleteAccount, erasePerson } from '#shared/contracts/privacy.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { Receipts } from './Receipts.tsx';

type DialogProps = { onClose: () => void };

const textOf = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

const eraseFound = async (values: FormData): Promise<string> => {
  const [email, phone] = [textOf(values, 'email'), textOf(values, 'phone')];
  const { message } = await call(erasePerson, { body: { ...(email && { email }), ...(phone && { phone }) } });
  return message;
};

const eraseAccount = async (values: FormData): Promise<string> =>
  (await call(deleteAccount, { body: { email: textOf(values, 'email') } })).message;

const PersonDialog = ({ onClose }: DialogProps) => (
  <EraseDialog title="Erase Person" erase={eraseFound} onCancel={onClose}>
    <p>
      Every lead with this e-mail address or phone number is deleted, imported ones too. Spreadsheets in your Google
      Drive stay.
    </p>
    <p className="text-[13px] text-muted">
      Delete the person at the platform and in your files and sheets, too: who is imported again is here again.
    </p>
    <div>
      <Field label="E-mail address">
        {(input) => <TextInput {...input} name="email" type="email" autoComplete="off" />}
      </Field>
      <Field label="Phone number" hint="One of the two is enough. Any spelling of the number is found.">
        {(input) => <TextInput {...input} name="phone" type="tel" autoComplete="off" />}
      </Field>
    </div>
    <Receipts />
  </EraseDialog>
);

/** Explains what happens to the data in a shared workspace. */
const SharedHint = () =>
  (useWorkspace()?.members ?? 1) > 1 && (
    <p className="text-[13px] text-muted">
      Workspaces in which others work stay with them. Where you are the only owner, the longest-standing member becomes
      one.
    </p>
  );

const AccountDialog = ({ onClose }: DialogProps) => (
  <EraseDialog title="Delete Account" erase={eraseAccount} onCancel={onClose} onDone={resetUser}>
    <p>
      The access to every platform ends, and your leads, imports, figures, sheets in sync and exports are deleted. This
      cannot be undone.
    </p>
    <p className="text-[13px] text-muted">Spreadsheets in your Google Drive stay.</p>
    <SharedHint />
    <Field label="Your e-mail address" hint={`Type ${readUser().email} to go on.`}>
      {(input) => <TextInput {...input} name="email" type="email" autoComplete="off" required />}
    </Field>
  </EraseDialog>
);

const actions = [
  {
    title: 'Erase a person',
    text: 'When somebody asks you to delete their details.',
    label: 'Erase Person',
    Form: PersonDialog,
    isForOwners: true,
  },
  {
    title: 'Delete account',
    text: 'With everything in it, for good.',
    label: 'Delete Account',
    Form: AccountDialog,
    isForOwners: false,
  },
] as const;

/** Deletes a person from the leads, or the whole account. */
export const PrivacyCard = () => {
  const isOwner = useIsOwner();
  const [opened, setOpened] = useState<(typeof actions)[number] | null>(null);
  return (
    <Card>
      <h2 className="mb-1 font-semibold">Privacy</h2>
      <div>
        {actions
          .filter(({ isForOwners }) => isOwner || !isForOwners)
          .map((action) => (
            <SettingRow
              key={action.label}
              title={action.title}
              text={action.text}
              label={action.label}
              onClick={() => setOpened(action)}
            />
          ))}
      </div>
      {opened && <opened.Form onClose={() => setOpened(null)} />}
    </Card>
  );
};
